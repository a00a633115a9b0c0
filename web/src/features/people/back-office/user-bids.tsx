import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { UserBidRowWire } from '#server/product/people/contract.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { Pill } from '../../../back-office/pill.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { unbroken } from '../../../lib/format.ts'
import { PaymentLink } from './payment-link.tsx'

/** The person's bids and their outcomes. */
export function UserBids({ uid }: { uid: string }) {
  const { t } = useTranslation('people-back-office')
  const list = useList('GET /admin/users/{uid}/bids', { params: { uid } })
  const columns: Column<UserBidRowWire>[] = [
    { title: t('user.project'), cell: ({ projectName }) => projectName },
    { title: t('user.amount'), cell: ({ amount }) => unbroken(formatBRL(amount)), figures: true },
    {
      title: t('user.status'),
      cell: ({ status }) => (
        <Pill tone={status === 'failed' ? 'loss' : 'plain'}>{t(`bidStatuses.${status}`)}</Pill>
      ),
    },
    { title: t('user.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('user.actions'),
      cell: ({ payment, projectName, amount }) => (
        <PaymentLink uid={payment} project={projectName} amount={amount} />
      ),
    },
  ]
  return <ListRows list={list} columns={columns} empty={t('user.noBids')} />
}
