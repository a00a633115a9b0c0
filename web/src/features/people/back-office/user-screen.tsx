import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { AddressTabs } from '../../../back-office/address-tabs.tsx'
import { AllOf } from '../../../back-office/all-of.tsx'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Detail, Part } from '../../../back-office/detail.tsx'
import { DisputeList } from '../../../back-office/dispute-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { WithdrawalState } from '../../../back-office/withdrawal-state.tsx'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { UserBids } from './user-bids.tsx'
import { UserDebt } from './user-debt.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserHolds } from './user-holds.tsx'
import { UserNotes } from './user-notes.tsx'
import { UserPayments } from './user-payments.tsx'
import { UserRequests } from './user-requests.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserStatement } from './user-statement.tsx'
import { UserTokens } from './user-tokens.tsx'

/** `/admin/users/{uid}` — one person: details, money and its holds, tokens, requests, devices and notes. */
export function UserScreen() {
  const { t } = useTranslation('people-back-office')
  const { uid = '' } = useParams()
  return (
    <Detail
      title={t('user.title')}
      call="GET /admin/users/{uid}"
      request={{ params: { uid } }}
      list={paths.adminUsers}
      missing={t('user.missing')}
    >
      {(user) => (
        <>
          <UserFacts user={user} />
          <UserDebt user={user} />
          <AllOf kind="person" uid={uid} />
          {user.disputes.length > 0 && (
            <Part title={t('user.disputes')}>
              <DisputeList disputes={user.disputes} />
            </Part>
          )}
          <AddressTabs
            label={t('user.tabs')}
            tabs={[
              { value: 'statement', label: t('user.statement'), content: <UserStatement uid={uid} /> },
              { value: 'tokens', label: t('user.tokens'), content: <UserTokens uid={uid} /> },
              { value: 'bids', label: t('user.bids'), content: <UserBids uid={uid} /> },
              { value: 'payments', label: t('user.payments'), content: <UserPayments uid={uid} /> },
              {
                value: 'withdrawals',
                call: 'GET /admin/withdrawals',
                label: t('user.withdrawals'),
                content: <UserWithdrawals uid={uid} />,
              },
              { value: 'holds', label: t('user.holds'), content: <UserHolds uid={uid} /> },
              {
                value: 'requests',
                call: 'GET /admin/support',
                label: t('user.requests'),
                content: <UserRequests uid={uid} />,
              },
              {
                value: 'sessions',
                call: 'GET /admin/users/{uid}/sessions',
                label: t('user.sessions'),
                content: user.isPrivate ? (
                  <p className="text-muted">{t('user.private')}</p>
                ) : (
                  <UserSessions uid={uid} />
                ),
              },
              { value: 'notes', label: t('user.notes'), content: <UserNotes uid={uid} /> },
            ]}
          />
        </>
      )}
    </Detail>
  )
}

/** What the person asked to be paid, and what became of it. */
function UserWithdrawals({ uid }: { uid: string }) {
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
