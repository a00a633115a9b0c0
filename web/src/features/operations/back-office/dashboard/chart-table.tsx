import { useTranslation } from 'react-i18next'

type Cells = readonly [string, string, string]
type ChartTableProps = { label: string; head: Cells; rows: readonly Cells[] }

/** The figures behind a chart, for screen readers and for anybody who wants the exact values. */
export function ChartTable({ label, head, rows }: ChartTableProps) {
  const { t } = useTranslation('operations-back-office')
  const [first, ...others] = head
  return (
    <details className="min-w-0 text-sm open:basis-full">
      <summary
        className="link inline-flex min-h-11 cursor-pointer items-center"
        aria-label={t('dashboard.tableOf', { title: label })}
      >
        {t('dashboard.table')}
      </summary>
      <table className="w-full">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col" className="py-2 text-left font-normal text-muted">
              {first}
            </th>
            {others.map((title) => (
              <th key={title} scope="col" className="py-2 pl-3 text-right font-normal text-muted">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value, before]) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="figures py-1.5 text-left font-normal">
                {name}
              </th>
              <td className="figures py-1.5 pl-3 text-right">{value}</td>
              <td className="figures py-1.5 pl-3 text-right text-muted">{before}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
