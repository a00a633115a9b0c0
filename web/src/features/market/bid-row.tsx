import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { BidWire } from '#server/product/market/contract.ts'
import { bidStatusLabel } from '../../lib/bid-status.ts'
import { transactionPage } from '../../lib/explorer.ts'
import { formatDateTime } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tableRoles } from '../../ui/table-roles.ts'

const CELL = 'md:px-3 md:py-3'

type BidRowProps = { bid: BidWire; isMine: boolean; ranked: boolean }

export function BidRow({ bid, isMine, ranked }: BidRowProps) {
  const { t } = useTranslation('market')
  const won = bid.status === 'winner'
  const leads = bid.position === 1
  const over = bid.position === null && !won
  /** On phones everything but the amount stands to the right of the rank, or at the edge where there is none. */
  const place = ranked ? 'col-start-2' : 'col-span-2 col-start-1'
  return (
    <tr
      {...tableRoles.row}
      data-bid={bid.id}
      className={`grid grid-cols-[2.25rem_minmax(0,1fr)_auto] gap-x-3 tight:flex tight:flex-col border-line border-t px-2 py-3 md:table-row md:p-0 ${isMine ? 'bg-raised' : ''} ${over ? 'text-muted' : ''}`}
    >
      {ranked && (
        <td
          {...tableRoles.cell}
          className={`figures col-start-1 row-span-3 row-start-1 self-center ${CELL} ${leads ? 'text-gold' : ''}`}
        >
          <Position position={bid.position} won={won} />
        </td>
      )}
      <td {...tableRoles.cell} className={`row-start-1 min-w-0 ${place} ${CELL}`}>
        <span className="flex items-center gap-2.5">
          <Avatar name={bid.user.nickname} src={bid.user.photoUrl} />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="max-w-full truncate md:max-w-24 xl:max-w-72">{bid.user.nickname}</span>
            {won && !ranked && <Trophy />}
            {isMine && !won && (
              <span className="inline-flex shrink-0 items-center gap-1 rounded-full border tight:shrink border-edge px-2 py-0.5 text-text text-xs">
                <Icon name="here" className="size-3.5" />
                {t('table.here')}
              </span>
            )}
          </span>
        </span>
      </td>
      <td
        {...tableRoles.cell}
        className={`figures col-start-3 row-start-1 self-center whitespace-nowrap text-right font-medium ${CELL} ${won || leads ? 'text-gold' : ''}`}
      >
        {formatBRL(bid.amount)}
      </td>
      <td
        {...tableRoles.cell}
        className={`col-start-3 row-span-2 row-start-2 justify-self-end text-right text-sm md:text-left ${CELL}`}
      >
        <ChainCell bid={bid} />
      </td>
      <td {...tableRoles.cell} className={`row-start-2 pl-11.5 text-sm md:pl-3 ${place} ${CELL}`}>
        {bidStatusLabel(bid.status)}
      </td>
      <td
        {...tableRoles.cell}
        className={`figures row-start-3 whitespace-nowrap pl-11.5 text-muted text-xs md:pl-3 md:text-sm ${place} ${CELL}`}
      >
        {formatDateTime(bid.createdAt, currentLanguage())}
      </td>
    </tr>
  )
}

function Position({ position, won }: { position: number | null; won: boolean }) {
  const { t } = useTranslation('market')
  if (won) return <Trophy />
  if (position !== null) return t('place', { position })
  return (
    <>
      <span aria-hidden="true">--</span>
      <span className="sr-only">{t('table.none')}</span>
    </>
  )
}

function Trophy() {
  const { t } = useTranslation('market')
  return (
    <span className="inline-flex shrink-0 text-gold">
      <Icon name="trophy" />
      <span className="sr-only">{t('table.winner')}</span>
    </span>
  )
}

/** The record on the chain: none for a bid that failed, pending until it has a transaction. */
function ChainCell({ bid }: { bid: BidWire }) {
  const { t } = useTranslation('market')
  if (bid.status === 'failed') return '--'
  if (!bid.txHash) return <span className="text-muted text-xs">{t('table.waiting')}</span>
  return (
    <a
      href={transactionPage(bid.txHash)}
      target="_blank"
      rel="noreferrer"
      aria-label={t('table.receiptLabel', { nickname: bid.user.nickname })}
      className="figures inline-block py-1 text-muted text-xs underline decoration-edge underline-offset-4 hover:text-text"
    >
      {t('table.receipt')}
    </a>
  )
}
