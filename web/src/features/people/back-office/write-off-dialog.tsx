import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { UserDetailWire } from '#server/product/people/contract.ts'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Writes off all that somebody owes, as shown on the screen: if the debt has become smaller, nothing happens. */
export function WriteOffDialog({ user, onClose }: { user: UserDetailWire; onClose(): void }) {
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const owed = -user.available
  return (
    <ReasonDialog
      call="POST /admin/users/{uid}/write-offs"
      request={({ reason }) => ({ params: { uid: user.uid }, body: { amount: owed, reason } })}
      title={t('debts.modal')}
      reason={{
        label: t('back-office:reason'),
        hint: t('debts.reasonHint'),
        tooLong: t('back-office:tooLong'),
      }}
      submit={t('debts.start')}
      done={({ status }) => t(`debts.${status}`)}
      failed={t('back-office:failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t('debts.text', { amount: formatBRL(owed) })}</p>
      {owed > user.aloneUpTo && <Notice>{t('debts.two')}</Notice>}
    </ReasonDialog>
  )
}
