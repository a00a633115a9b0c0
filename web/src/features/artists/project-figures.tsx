import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { languageTag } from '#i18n/language.ts'
import type { ArtistFiguresWire } from '#server/product/artists/earnings-wire.ts'
import { unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Cover } from '../../ui/cover.tsx'

const COUNTS = ['holders', 'standing'] as const
/** Shown where there are any. */
const RETURNS = ['undone', 'refunded'] as const
const AMOUNTS = ['volume', 'tips', 'share', 'payable', 'paid'] as const

/** One project's units and money. */
export function ProjectFigures({ project }: { project: ArtistFiguresWire['projects'][number] }) {
  const { t } = useTranslation('artists')
  const { projectName, author, thumbnail, supply } = project
  const count = (value: number) => value.toLocaleString(languageTag(currentLanguage()))
  return (
    <li className="rounded-cover border border-line p-4 sm:p-5">
      <div className="mb-4 flex items-center gap-4">
        <Cover
          src={thumbnail}
          author={author}
          projectName={projectName}
          decorative
          sizes="4rem"
          className="size-16 shrink-0 rounded-control"
        />
        <h2 className="name min-w-0 break-words text-xl">{projectName}</h2>
      </div>
      <dl className="divide-y divide-line border-line border-y text-sm">
        <Figure label={t('units')}>{count(supply)}</Figure>
        <Figure label={t('sold')}>{count(project.sold)}</Figure>
        {RETURNS.filter((name) => project[name] > 0).map((name) => (
          <Figure key={name} label={t(name)}>
            {count(project[name])}
          </Figure>
        ))}
        {COUNTS.map((name) => (
          <Figure key={name} label={t(name)}>
            {count(project[name])}
          </Figure>
        ))}
        {AMOUNTS.filter((name) => name !== 'tips' || project.tips > 0).map((name) => (
          <Figure key={name} label={t(name)}>
            {unbroken(formatBRL(project[name]))}
          </Figure>
        ))}
      </dl>
    </li>
  )
}

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-6 py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  )
}
