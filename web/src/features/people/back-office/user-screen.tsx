import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { AddressTabs } from '../../../back-office/address-tabs.tsx'
import { Detail, Part } from '../../../back-office/detail.tsx'
import { DisputeList } from '../../../back-office/dispute-list.tsx'
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
import { UserWithdrawals } from './user-withdrawals.tsx'

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
                content: <UserSessions uid={uid} />,
              },
              { value: 'notes', label: t('user.notes'), content: <UserNotes uid={uid} /> },
            ]}
          />
        </>
      )}
    </Detail>
  )
}
