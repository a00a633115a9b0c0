import { useTranslation } from 'react-i18next'
import { languageTag } from '#i18n/language.ts'
import type { FiguresWire } from '#server/product/operations/figures-contract.ts'
import { formatDayOfYear } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Bar } from './bar.tsx'
import { ChartFigure } from './chart-figure.tsx'

const STEPS = ['completed', 'paid', 'bid'] as const

/**
 * Of those who registered in a week, how many reached each stage: a table whose cells have bars, the newest
 * week first.
 */
export function ConversionChart({ weeks }: { weeks: FiguresWire['weeks'] | undefined }) {
  const { t } = useTranslation('operations-back-office')
  const title = t('dashboard.conversion')
  const count = (value: number) => value.toLocaleString(languageTag(currentLanguage()))
  const percent = (share: number) =>
    share.toLocaleString(languageTag(currentLanguage()), { style: 'percent', maximumFractionDigits: 0 })
  return (
    <ChartFigure title={title} value={null}>
      {!weeks && <Skeleton className="h-64" />}
      {weeks && (
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="align-bottom text-muted text-xs">
              <th scope="col" className="pb-2 text-left font-normal">
                {t('dashboard.week')}
              </th>
              <th scope="col" className="px-1 pb-2 text-right font-normal">
                {t('dashboard.registered')}
              </th>
              {STEPS.map((step) => (
                <th key={step} scope="col" className="px-1 pb-2 text-right font-normal last:pr-0">
                  {t(`dashboard.${step}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ week, registered, ...steps }) => (
              <tr key={week} className="border-line border-t align-top">
                <th scope="row" className="figures py-1.5 text-left font-normal">
                  {formatDayOfYear(week, currentLanguage())}
                </th>
                <td className="figures px-1 py-1.5 text-right">{count(registered)}</td>
                {STEPS.map((step) => (
                  <td key={step} className="figures px-1 py-1.5 text-right last:pr-0">
                    {count(steps[step])}
                    {registered > 0 && (
                      <>
                        <span className="block text-muted text-xs">{percent(steps[step] / registered)}</span>
                        <Bar share={steps[step] / registered} />
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ChartFigure>
  )
}
