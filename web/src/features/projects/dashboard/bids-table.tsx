import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isStanding } from '#domain/bid.ts'
import { formatDaysLeft } from '#domain/countdown.ts'
import { formatBRL } from '#domain/money.ts'
import type { UserBidWire } from '#server/product/market/contract.ts'
import { bidStatusLabel } from '../../../lib/bid-status.ts'
import { formatDateTime, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useNextUnit } from '../../../lib/use-next-unit.ts'
import { BalanceEye } from '../../../ui/balance-eye.tsx'
import { Button } from '../../../ui/button.tsx'
import { Cover } from '../../../ui/cover.tsx'
import { CoverLink } from '../../../ui/cover-link.tsx'
import { MaskedAmount } from '../../../ui/masked-amount.tsx'
import { tableRoles } from '../../../ui/table-roles.ts'
import { userBidsQuery } from './api.ts'

const COLUMNS = ['position', 'token', 'status', 'when', 'amount', 'updates'] as const

type AllBidsProps = {
  /** In a panel, which covers the header's eye, and whose history entry a link replaces. */
  onLeave?(): void
}

/** The fan's bids, newest first, page by page. */
export function AllBids({ onLeave }: AllBidsProps) {
  const { t } = useTranslation('projects-dashboard')
  const bids = useInfiniteQuery(userBidsQuery)
  const all = bids.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      {onLeave && (
        <div className="-mr-2 flex justify-end">
          <BalanceEye both />
        </div>
      )}
      <BidsTable bids={all} onLeave={onLeave} />
      {bids.hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button look="secondary" busy={bids.isFetchingNextPage} onClick={() => void bids.fetchNextPage()}>
            {t('bids.more')}
          </Button>
        </div>
      )}
    </>
  )
}

type Leaving = { onLeave: AllBidsProps['onLeave'] }

/** In the specification's columns; on phones a card for each. */
function BidsTable({ bids, onLeave }: Leaving & { bids: readonly UserBidWire[] }) {
  const { t } = useTranslation('projects-dashboard')
  return (
    <table {...tableRoles.table} aria-label={t('bids.title')} className="block w-full md:table">
      <thead {...tableRoles.group} className="sr-only md:not-sr-only md:table-header-group">
        <tr {...tableRoles.row}>
          {COLUMNS.map((column) => (
            <th
              key={column}
              {...tableRoles.header}
              scope="col"
              className="px-2 py-2 text-left font-normal text-muted text-sm first:pl-0 last:pr-0"
            >
              {t(`bids.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.group} className="flex flex-col gap-4 md:table-row-group">
        {bids.map((bid) => (
          <BidRow key={bid.id} bid={bid} onLeave={onLeave} />
        ))}
      </tbody>
    </table>
  )
}

function BidRow({ bid, onLeave }: Leaving & { bid: UserBidWire }) {
  const { t } = useTranslation('projects-dashboard')
  const { project } = bid
  const unit = useNextUnit(project)
  // What is over waits for no unit.
  const next = isStanding(bid.status) ? unit : null
  const isPaused = isStanding(bid.status) && project.isPaused
  const leaving = { replace: onLeave !== undefined, onClick: onLeave }
  const tone = bid.status === 'winner' || bid.position === 1 ? 'text-gold' : ''
  return (
    <tr
      {...tableRoles.row}
      className="flex flex-col gap-2 rounded-cover border border-line p-4 md:table-row md:rounded-none md:border-0 md:border-t"
    >
      <Cell label={t('bids.position')}>
        <span className={`figures ${tone}`}>
          <Place position={bid.position} />
        </span>
      </Cell>
      <td {...tableRoles.cell} className="-order-1 md:px-2 md:py-3">
        <div className="flex items-center gap-3">
          <CoverLink work={project} {...leaving} className="m-1.25 w-14 shrink-0">
            <Cover
              src={project.thumbnail}
              author={project.author}
              projectName={project.projectName}
              ring={next && { share: next.share, tone: 'muted' }}
              decorative
              small
            />
          </CoverLink>
          <Link
            to={bid.endedWithProject ? paths.work(project.uid) : paths.auction(project.uid)}
            {...leaving}
            className="group min-w-0 break-words"
          >
            <span className="name block text-lg group-hover:text-accent-text">{project.projectName}</span>
            <span className="block text-muted text-sm">{project.author}</span>
          </Link>
        </div>
      </td>
      <Cell label={t('bids.status')}>
        <Status bid={bid} isPaused={isPaused} />
      </Cell>
      <Cell label={t('bids.when')}>
        <span className="figures whitespace-nowrap text-sm">
          {formatDateTime(bid.createdAt, currentLanguage())}
        </span>
      </Cell>
      <Cell label={t('bids.amount')}>
        <span className={`figures whitespace-nowrap font-medium ${tone}`}>
          <MaskedAmount text={unbroken(formatBRL(bid.amount))} />
        </span>
      </Cell>
      <Cell label={t('bids.updates')}>
        {/* How long until the auction may allocate a unit. */}
        {isPaused ? (
          <span className="text-sm">{t('bids.paused')}</span>
        ) : isStanding(bid.status) ? (
          <span role="timer" aria-live="off" className="figures whitespace-nowrap text-sm">
            {formatDaysLeft(next?.left ?? 0)}
          </span>
        ) : (
          <span className="figures text-sm">{t('bids.noPlace')}</span>
        )}
      </Cell>
    </tr>
  )
}

function Status({ bid, isPaused }: { bid: UserBidWire; isPaused: boolean }) {
  const { status, position, endedWithProject } = bid
  const { t } = useTranslation('projects-dashboard')
  const notes = [
    position === 1 && t('bids.leads'),
    position !== null && position > 1 && t('bids.ahead', { count: position - 1 }),
    isPaused && t('bids.pausedText'),
    endedWithProject && t('bids.endedWithProject'),
  ].filter((note) => typeof note === 'string')
  return (
    <span className="max-w-[32ch] text-right md:block md:text-left">
      {bidStatusLabel(status)}
      {notes.map((note) => (
        <span key={note} className="block text-muted text-sm">
          {note}
        </span>
      ))}
    </span>
  )
}

function Place({ position }: { position: number | null }) {
  const { t } = useTranslation('projects-dashboard')
  if (position !== null) return t('bids.place', { position })
  return (
    <>
      <span aria-hidden="true">{t('bids.noPlace')}</span>
      <span className="sr-only">{t('bids.noPlaceLabel')}</span>
    </>
  )
}

/** A cell that shows its column's name on phones, where there is no header. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td
      {...tableRoles.cell}
      className="flex items-baseline justify-between gap-4 tight:flex-col tight:gap-0 md:table-cell md:px-2 md:py-3 md:align-middle md:first:pl-0 md:last:pr-0"
    >
      <span aria-hidden="true" className="text-muted text-sm md:hidden">
        {label}
      </span>
      {children}
    </td>
  )
}
