import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { approverNames } from '../../../back-office/approver-names.ts'
import { cautionNotes, depositNotes } from '../../../back-office/withdrawal-notes.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'

/** What is about to be decided: who, to which key, how much. */
export function WithdrawalFacts({ request }: { request: AdminWithdrawalWire }) {
  const { t } = useTranslation(['withdrawals-back-office', 'outgoing-back-office', 'back-office', 'pix-key'])
  const { user, pixKeyType, pixKey, amount, approvals } = request
  const approvers = approverNames(approvals)
  return (
    <>
      <Rows>
        <Row label={t('back-office:requests.user')} value={user.fullName ?? user.email} />
        <Row
          label={t('to')}
          value={`${t(`pix-key:types.${pixKeyType}`)} ${formatPixKey(pixKeyType, pixKey)}`}
        />
        <Row label={t('amount')} value={formatBRL(amount)} strong />
        {approvers && <Row label={t('back-office:approval.soFar')} value={approvers} />}
      </Rows>
      {[...cautionNotes(t, request), ...depositNotes(t, request)].map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
    </>
  )
}
