import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { UserDetailWire } from '#server/product/people/contract.ts'
import { Notice } from '../ui/notice.tsx'
import { ObstacleDialog } from './obstacle-dialog.tsx'
import { Preview } from './preview.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type WriteOffDialogProps = { user: UserDetailWire; onClose(): void }

/** Writes off all that somebody owes, as shown on the screen: if the debt has become smaller, nothing happens. */
export function WriteOffDialog({ user, onClose }: WriteOffDialogProps) {
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const owed = -user.available
  const isForTwo = owed > user.aloneUpTo
  if (user.withdrawing > 0) {
    return (
      <ObstacleDialog
        title={t('debts.modal')}
        why={t('debts.withdrawing', { amount: formatBRL(user.withdrawing) })}
        onClose={onClose}
      />
    )
  }
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
      submit={t(isForTwo ? 'debts.ask' : 'debts.start')}
      done={({ status }) => t(`debts.${status}`)}
      failed={t('back-office:failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t('debts.text', { amount: formatBRL(owed) })}</p>
      {isForTwo && <Notice>{t('debts.two')}</Notice>}
      <Preview
        call="GET /admin/users/{uid}/write-off-lines"
        request={{ params: { uid: user.uid }, query: { amount: String(owed) } }}
      />
    </ReasonDialog>
  )
}
