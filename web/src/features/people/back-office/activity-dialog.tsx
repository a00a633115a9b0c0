import { useTranslation } from 'react-i18next'
import type { UserDetailWire } from '#server/product/people/contract.ts'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'

/** Deactivates or reactivates an account: says what follows, and asks for a reason, which is recorded. */
export function ActivityDialog({ user, onClose }: { user: UserDetailWire; onClose(): void }) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const action = user.isActive ? 'deactivate' : 'reactivate'
  return (
    <ReasonDialog
      call={`POST /admin/users/{uid}/${action}`}
      request={(body) => ({ params: { uid: user.uid }, body })}
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
