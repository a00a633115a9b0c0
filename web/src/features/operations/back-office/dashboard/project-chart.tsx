import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { FiguresWire } from '#server/product/operations/figures-contract.ts'
import { unbroken } from '../../../../lib/format.ts'
import { paths } from '../../../../lib/paths.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Bar } from './bar.tsx'
import { ChartFigure } from './chart-figure.tsx'

/** What each project sold in the month: a table whose rows have bars. */
export function ProjectChart({ figures }: { figures: FiguresWire | undefined }) {
  const { t } = useTranslation('operations-back-office')
  const title = t('dashboard.byProject')
  return (
    <ChartFigure title={title} value={null}>
      {!figures && <Skeleton className="h-64" />}
      {figures?.projects.length === 0 && <p className="text-muted text-sm">{t('dashboard.noSales')}</p>}
      {figures && figures.projects.length > 0 && <Table title={title} figures={figures} />}
    </ChartFigure>
  )
}

function Table({ title, figures: { projects, others } }: { title: string; figures: FiguresWire }) {
  const { t } = useTranslation('operations-back-office')
  const most = Math.max(others, ...projects.map(({ volume }) => volume))
  const rows = [
    ...projects.map(({ uid, projectName, volume }) => ({
      key: uid,
      volume,
      name: (
        <Link to={paths.adminProject(uid)} className="link inline-flex min-h-11 items-center">
          {projectName}
        </Link>
      ),
    })),
    ...(others === 0
      ? []
      : [
          {
            key: 'others',
            volume: others,
            name: <span className="inline-flex min-h-11 items-center">{t('dashboard.others')}</span>,
          },
        ]),
  ]
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('dashboard.project')}</th>
          <th scope="col">{t('dashboard.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, volume }) => (
          <tr key={key}>
            <th scope="row" className="w-2/5 py-0.5 pr-4 text-left font-normal [overflow-wrap:anywhere]">
              {name}
            </th>
            <td className="py-0.5">
              <span className="figures block text-right text-xs">{unbroken(formatBRL(volume))}</span>
              <Bar share={volume / most} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
