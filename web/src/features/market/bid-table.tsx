import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BidWire } from '#server/product/market/contract.ts'
import { tableRoles } from '../../ui/table-roles.ts'
import { BidRow } from './bid-row.tsx'

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

const MOTION: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

/**
 * Animates the rows of a table body (`data-bid` identifies each) from their old to their new places; a new one
 * slides into its place. `order` says when they have changed. With reduced motion, nothing moves.
 */
function useRankMotion(order: string) {
  const body = useRef<HTMLTableSectionElement>(null)
  const places = useRef<ReadonlyMap<string, number>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows move when their order changes.
  useLayoutEffect(() => {
    const before = places.current
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-bid]') ?? [])]
    places.current = new Map(rows.map((row) => [row.dataset.bid ?? '', row.offsetTop]))
    if (before.size === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const row of rows) {
      const was = before.get(row.dataset.bid ?? '')
      if (was === undefined) row.animate({ opacity: [0, 1], translate: ['0 -12px', '0 0'] }, MOTION)
      else if (was !== row.offsetTop)
        row.animate({ translate: [`0 ${was - row.offsetTop}px`, '0 0'] }, MOTION)
    }
  }, [order])
  return body
}
