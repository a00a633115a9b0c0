import { useTranslation } from 'react-i18next'

type ChartTableProps = { label: string; head: readonly [string, string]; rows: readonly [string, string][] }

/** The figures behind a chart, for screen readers and for anybody who wants the exact values. */
export function ChartTable({ label, head, rows }: ChartTableProps) {
  const { t } = useTranslation('operations-back-office')
  return (
    <details className="mt-2 text-sm">
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
              {head[0]}
            </th>
            <th scope="col" className="py-2 text-right font-normal text-muted">
              {head[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="figures py-1.5 text-left font-normal">
                {name}
              </th>
              <td className="figures py-1.5 text-right">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
