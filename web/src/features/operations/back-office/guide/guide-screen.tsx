import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { GUIDES, type Guide } from '#domain/guide.ts'
import { useIsNarrow } from '../../../../lib/use-is-narrow.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { ScreenTitle } from '../../../../ui/screen-title.tsx'

/**
 * `/admin/guide` — what each alert means and what to do about it; the address names one as its anchor. On a phone its
 * parts are folded, which makes it an index of itself.
 */
export function GuideScreen() {
  const { t } = useTranslation('guide-back-office')
  const isNarrow = useIsNarrow()
  useMeantPart(isNarrow)
  return (
    <div className="max-w-[72ch]">
      <ScreenTitle>{t('title')}</ScreenTitle>
      <p className="mb-6 text-muted">{t('intro')}</p>
      {!isNarrow && <Index />}
      {GUIDES.map((name) => (isNarrow ? <Folded key={name} name={name} /> : <Part key={name} name={name} />))}
    </div>
  )
}

/** The part that the address names is opened, and gets the focus. */
function useMeantPart(isNarrow: boolean): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same way taken again leads there again, and another width shows other parts.
  useEffect(() => {
    const meant = document.getElementById(hash.slice(1))
    const folded = meant?.closest('details')
    if (folded) folded.open = true
    meant?.scrollIntoView({ block: 'start' })
    meant?.focus({ preventScroll: true })
  }, [hash, key, isNarrow])
}

function Index() {
  const { t } = useTranslation('guide-back-office')
  return (
    <nav aria-labelledby="guide-index" className="mb-8 rounded-cover border border-line bg-raised p-4 sm:p-5">
      <h2 id="guide-index" className="font-medium text-sm">
        {t('index')}
      </h2>
      <ul className="mt-2 gap-x-8 sm:columns-2">
        {GUIDES.map((name) => (
          <li key={name} className="break-inside-avoid">
            <Link to={`#${name}`} className="link inline-flex min-h-11 items-center">
              {t(`alerts.${name}.title`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Part({ name }: { name: Guide }) {
  const { t } = useTranslation('guide-back-office')
  return (
    <section
      id={name}
      tabIndex={-1}
      aria-labelledby={`${name}-title`}
      className="scroll-mt-20 border-line border-t py-5 target:border-accent-text focus-visible:outline-offset-4"
    >
      <h2 id={`${name}-title`} className="section-title">
        {t(`alerts.${name}.title`)}
      </h2>
      <Words name={name} />
    </section>
  )
}

/** Opening one closes the one that was open; a search within the page opens what it finds. */
function Folded({ name }: { name: Guide }) {
  const { t } = useTranslation('guide-back-office')
  return (
    <details
      name="guide"
      // What closed above it has moved it, perhaps out of sight.
      onToggle={({ currentTarget: part }) => part.open && part.scrollIntoView({ block: 'nearest' })}
      className="group border-line border-t"
    >
      <summary
        id={name}
        className="flex min-h-14 scroll-mt-20 cursor-pointer list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden"
      >
        <h2 className="font-medium">{t(`alerts.${name}.title`)}</h2>
        <Icon
          name="chevron"
          className="size-5 shrink-0 text-muted transition duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="pb-5">
        <Words name={name} />
      </div>
    </details>
  )
}

function Words({ name }: { name: Guide }) {
  const { t } = useTranslation('guide-back-office')
  return (
    <>
      <p className="mt-2">{t(`alerts.${name}.means`)}</p>
      <h3 className="mt-3 font-medium text-sm">{t('todo')}</h3>
      <p className="mt-1 text-muted">{t(`alerts.${name}.todo`)}</p>
    </>
  )
}
