import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { WaitingRefundWire } from '#server/product/refunds/wire.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { OutgoingActions } from '../../../back-office/outgoing-actions.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { RefundDecision } from '../../../back-office/refund-decision.tsx'
import { Unbooked } from '../../../back-office/unbooked.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { WaitingReason } from './waiting-reason.tsx'

/** Refunds that wait for a second approval, or that were made in the processor's panel and are not booked. */
export function Refunds() {
  const { t } = useTranslation(['refunds-back-office', 'payments-back-office'])
  const list = useList('GET /admin/refunds-waiting', {
    underWay: (rows) => rows.some(({ status, isStuck }) => status === 'approved' && !isStuck),
    offered: { choices: [], days: true, amounts: true, person: true },
  })
  const columns: Column<WaitingRefundWire>[] = [
    { title: t('waiting.user'), cell: ({ user }) => <PersonLink user={user} /> },
    {
      title: t('waiting.amount'),
      figures: true,
      cell: ({ amount, payment, user }) => (
        <Link
          to={paths.adminPayment(payment)}
          aria-label={t('payments-back-office:payment.open', {
            amount: formatBRL(amount),
            email: user.email,
          })}
          className="link inline-flex min-h-11 items-center"
        >
          {unbroken(formatBRL(amount))}
        </Link>
      ),
    },
    { title: t('waiting.to'), cell: ({ destination }) => t(`refund.destinations.${destination}`) },
    { title: t('waiting.reason'), cell: (waiting) => <WaitingReason {...waiting} /> },
    { title: t('waiting.askedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('waiting.actions'),
      cell: (refund) => {
        if (refund.status === 'approved')
          return <OutgoingActions kind="refund" payment={refund} name={refund.user.email} />
        return refund.madeElsewhere ? (
          <Unbooked kind="refund" {...refund} payee={refund.user.email} />
        ) : (
          <RefundDecision refund={refund} payment={refund.paid} payee={refund.user} />
        )
      },
    },
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('waiting.search')}
      file={t('waiting.file')}
      columns={columns}
      empty={t('waiting.empty')}
    />
  )
}
