import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { WithdrawalState } from '../../../back-office/withdrawal-state.tsx'
import { unbroken } from '../../../lib/format.ts'

/** What the person asked to be paid, and what became of it. */
export function UserWithdrawals({ uid }: { uid: string }) {
  const { t } = useTranslation(['people-back-office', 'withdrawals-back-office'])
  const list = useList('GET /admin/withdrawals', { always: { person: uid } })
  const columns: Column<AdminWithdrawalWire>[] = [
    { title: t('user.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('withdrawals-back-office:key'),
      cell: ({ pixKeyType, pixKey }) => <span className="break-all">{formatPixKey(pixKeyType, pixKey)}</span>,
    },
    { title: t('user.amount'), cell: ({ amount }) => unbroken(formatBRL(amount)), figures: true },
    { title: t('user.status'), cell: (request) => <WithdrawalState request={request} /> },
  ]
  return <ListRows list={list} columns={columns} empty={t('user.noWithdrawals')} />
}
