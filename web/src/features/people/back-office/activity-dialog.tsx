import { useTranslation } from 'react-i18next'
import type { UserDetailWire } from '#domain/wire/admin-people.ts'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'

/** Closes an account to its owner or opens it again, with what follows said beforehand and a reason that stays. */
export function ActivityDialog({ user, onClose }: { user: UserDetailWire; onClose(): void }) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const action = user.isActive ? 'deactivate' : 'reactivate'
  return (
    <ReasonDialog<{ isActive: boolean }>
      path={`/admin/users/${user.uid}/${action}`}
      title={t(`user.${action}Title`)}
      reason={{
        label: t('back-office:reason'),
        hint: t('user.reasonHint'),
        tooLong: t('back-office:tooLong'),
      }}
      submit={t(`user.${action}`)}
      look={user.isActive ? 'danger' : 'primary'}
      done={({ isActive }) => t(isActive ? 'user.reactivated' : 'user.deactivated')}
      failed={t('back-office:failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t(`user.${action}Text`)}</p>
    </ReasonDialog>
  )
}
