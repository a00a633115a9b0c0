import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { StudioWire } from '#server/product/studio/contract.ts'
import { useAddressChoice } from '../../lib/address.ts'
import { formatDateTime, formatMoment, unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { STUDIO_AGAIN_MS, studioQuery } from '../../lib/studio.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Announcements } from './announcements.tsx'
import { Figures } from './figures.tsx'
import { PageForm } from './page-form.tsx'
import { Payouts } from './payouts.tsx'
import { Shares } from './shares.tsx'
import { Statement } from './statement.tsx'

const TABS = ['figures', 'statement', 'page', 'words', 'payouts', 'shares'] as const

/** `/studio` — an artist's own place: live figures, statement, page, words to followers, where payouts go, and who shares them. */
export function StudioScreen() {
  const { t } = useTranslation('studio')
  const { data, isPending, isFetching, refetch } = useQuery({
    ...studioQuery,
    refetchInterval: STUDIO_AGAIN_MS,
  })
  if (isPending) return <Skeleton className="h-96" />
  if (data === undefined)
    return <Failure message={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />
  if (data === null) {
    return (
      <>
        <ScreenTitle lead={t('none')}>{t('title')}</ScreenTitle>
        <p className="mb-6 max-w-[60ch]">{t('noneText')}</p>
        <ButtonLink to={paths.registerProject} look="secondary">
          {t('propose')}
        </ButtonLink>
      </>
    )
  }
  return <Studio studio={data} />
}

function Studio({ studio }: { studio: StudioWire }) {
  const { t } = useTranslation('studio')
  const [tab, choose] = useAddressChoice('tab', TABS)
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <p className="name mb-4 break-words text-2xl">{studio.name}</p>
      <Owed studio={studio} />
      <div className="mb-8">
        <Choice
          look="chips"
          label={t('tabs.label')}
          options={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
          value={tab}
          onChange={choose}
        />
      </div>
      {tab === 'figures' && <Figures studio={studio} />}
      {tab === 'statement' && <Statement />}
      {tab === 'page' && <PageForm studio={studio} />}
      {tab === 'words' && (
        <div className="grid grid-cols-1 gap-12 lg:grid-cols-2">
          <Announcements studio={studio} />
          <Thanks studio={studio} />
        </div>
      )}
      {tab === 'payouts' && <Payouts studio={studio} />}
      {tab === 'shares' && <Shares />}
    </>
  )
}

/** What there is to receive, of all works together, and what of it waits, for what and until when. */
function Owed({ studio: { payable, free, unplayed, unplayedUntil } }: { studio: StudioWire }) {
  const { t } = useTranslation('studio')
  const atRisk = payable - free - unplayed
  return (
    <div className="mb-8 max-w-md">
      <Rows>
        <Row label={t('owed.payable')} value={unbroken(formatBRL(payable))} />
        <Row label={t('owed.free')} value={unbroken(formatBRL(free))} strong />
        {unplayed > 0 && <Row label={t('owed.unplayed')} value={unbroken(formatBRL(unplayed))} />}
        {atRisk > 0 && <Row label={t('owed.atRisk')} value={unbroken(formatBRL(atRisk))} />}
      </Rows>
      {unplayedUntil && (
        <p className="mt-2 text-muted text-xs">
          {t('owed.until', { when: formatMoment(unplayedUntil, currentLanguage()) })}
        </p>
      )}
    </div>
  )
}

/** What fans added to prices, with the lines that only the artist reads. */
function Thanks({ studio: { tips } }: { studio: StudioWire }) {
  const { t } = useTranslation('studio')
  return (
    <section aria-labelledby="thanks">
      <h2 id="thanks" className="section-title mb-3">
        {t('thanks.title')}
      </h2>
      {tips.length === 0 ? (
        <p className="text-muted">{t('thanks.none')}</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {tips.map(({ id, project, amount, words, at, isReturned }) => (
            <li key={id} className="py-3">
              {words && <p className="break-words">{words}</p>}
              <p className="figures text-sm">
                {unbroken(formatBRL(amount))}
                {isReturned && <span className="text-muted"> · {t('thanks.returned')}</span>}
              </p>
              <p className="mt-1 text-muted text-xs">
                {project} · <span className="figures">{formatDateTime(at, currentLanguage())}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
