import { useTranslation } from 'react-i18next'
import type { UserDetailWire } from '#domain/wire/admin-people.ts'
import { ReasonModal } from '../../../back-office/reason-modal.tsx'

/** Closes an account to its owner or opens it again, with what follows said beforehand and a reason that stays. */
export function ActivityModal({ user, onClose }: { user: UserDetailWire; onClose(): void }) {
  const { t } = useTranslation('admin-people')
  const deed = user.isActive ? 'deactivate' : 'reactivate'
  return (
    <ReasonModal<{ isActive: boolean }>
      path={`/admin/users/${user.uid}/${deed}`}
      title={t(`user.${deed}Title`)}
      reason={{ label: t('reason'), hint: t('user.reasonHint'), tooLong: t('tooLong') }}
      submit={t(`user.${deed}`)}
      look={user.isActive ? 'danger' : 'primary'}
      done={({ isActive }) => t(isActive ? 'user.reactivated' : 'user.deactivated')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t(`user.${deed}Text`)}</p>
    </ReasonModal>
  )
}
