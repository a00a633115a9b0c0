import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { AdminPaymentWire } from '#server/product/payments/wire.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PaymentStatusLabel } from '../../../back-office/payment-status-label.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { unbroken } from '../../../lib/format.ts'
import { PaymentLink } from './payment-link.tsx'

export function UserPayments({ uid }: { uid: string }) {
  const { t } = useTranslation(['people-back-office', 'payments-back-office'])
  const list = useList('GET /admin/users/{uid}/payments', { params: { uid } })
  const nameOf = ({ flow, project }: AdminPaymentWire) =>
    project?.projectName ?? t(`payments-back-office:activity.types.${flow}`)
  const columns: Column<AdminPaymentWire>[] = [
    {
      title: t('payments-back-office:activity.type'),
      cell: ({ flow, method, isGift }) => (
        <span className="text-right md:text-left">
          {t(`payments-back-office:activity.types.${flow}`)}
          <span className="block text-muted text-xs">
            {t(`payments-back-office:payment.methods.${method}`)}
            {isGift && ` · ${t('payments-back-office:activity.gift')}`}
          </span>
        </span>
      ),
    },
    {
      title: t('user.project'),
      cell: ({ project }) => project?.projectName ?? <span className="text-muted">--</span>,
    },
    { title: t('user.amount'), cell: ({ amount }) => unbroken(formatBRL(amount)), figures: true },
    {
      title: t('user.status'),
      cell: (payment) => <PaymentStatusLabel payment={payment} />,
    },
    { title: t('user.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('user.actions'),
      cell: (payment) => <PaymentLink uid={payment.uid} project={nameOf(payment)} amount={payment.amount} />,
    },
  ]
  return <ListRows list={list} columns={columns} empty={t('user.noPayments')} />
}
