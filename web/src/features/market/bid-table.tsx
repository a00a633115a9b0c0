import { useTranslation } from 'react-i18next'
import type { BidWire } from '#server/product/market/contract.ts'
import { tableRoles } from '../../ui/table-roles.ts'
import { BidRow } from './bid-row.tsx'
import { useRankMotion } from './use-rank-motion.ts'

type BidTableProps = {
  bids: readonly BidWire[]
  /** The id of the fan's own standing bid. */
  mine: number | null
  /** The id of the heading that names the table. */
  labelledBy: string
  /** Winners have no position. */
  ranked: boolean
}

/**
 * The specification's columns. On phones each row folds into three lines; explicit roles keep it a table for
 * screen readers, because `display` removes the implicit ones.
 */
export function BidTable({ bids, mine, labelledBy, ranked }: BidTableProps) {
  const { t } = useTranslation('market')
  const body = useRankMotion(bids.map(({ id }) => id).join())
  const columns = [
    ...(ranked ? (['position'] as const) : []),
    ...(['user', 'amount', 'chain', 'status', 'when'] as const),
  ]
  return (
    <table {...tableRoles.table} aria-labelledby={labelledBy} className="block w-full md:table">
      <thead {...tableRoles.group} className="sr-only md:not-sr-only md:table-header-group">
        <tr {...tableRoles.row}>
          {columns.map((column) => (
            <th
              key={column}
              {...tableRoles.header}
              scope="col"
              className={`px-3 py-2 font-normal text-muted text-sm ${column === 'amount' ? 'text-right' : 'text-left'}`}
            >
              {t(`table.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} {...tableRoles.group} className="relative block md:table-row-group">
        {bids.map((bid) => (
          <BidRow key={bid.id} bid={bid} isMine={bid.userId !== null || bid.id === mine} ranked={ranked} />
        ))}
      </tbody>
    </table>
  )
}
