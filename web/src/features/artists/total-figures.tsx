import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { ArtistFiguresWire } from '#server/product/artists/wire.ts'
import { unbroken } from '../../lib/format.ts'

const FIGURES = ['volume', 'share', 'payable', 'paid'] as const

/** The totals of all projects. */
export function TotalFigures({ projects }: { projects: ArtistFiguresWire['projects'] }) {
  const { t } = useTranslation('artists')
  return (
    <section aria-label={t('all')} className="mb-8">
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {FIGURES.map((figure) => (
          <div key={figure} className="rounded-cover border border-line bg-raised p-4 sm:p-5">
            <dt className="text-muted text-sm">{t(figure)}</dt>
            <dd className="figures mt-2 text-xl">
              {unbroken(formatBRL(projects.reduce((sum, project) => sum + project[figure], 0)))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
