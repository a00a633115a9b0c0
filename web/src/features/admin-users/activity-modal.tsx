import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { REASON_MAX } from '#domain/refund.ts'
import type { UserDetailWire } from '#domain/wire/admin-people.ts'
import { useDeed } from '../../back-office/use-deed.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'

/** Closes an account to its owner or opens it again, with what follows said beforehand and a reason that stays. */
export function ActivityModal({ user, onClose }: { user: UserDetailWire; onClose(): void }) {
  const { t } = useTranslation(['admin-people', 'common'])
  const deed = user.isActive ? 'deactivate' : 'reactivate'
  const change = useDeed<{ isActive: boolean }>({
    done: ({ isActive }) => t(isActive ? 'user.reactivated' : 'user.deactivated'),
    failed: t('failed'),
  })
  const form = useForm({ defaultValues: { reason: '' } })
  const submit = form.handleSubmit((body) =>
    change.mutate({ path: `/admin/users/${user.uid}/${deed}`, body }, { onSettled: onClose }),
  )
  return (
    <Modal open onClose={onClose} title={t(`user.${deed}Title`)}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-muted text-sm">{t(`user.${deed}Text`)}</p>
        <TextAreaField
          label={t('reason')}
          hint={t('user.reasonHint')}
          error={form.formState.errors.reason?.message}
          {...form.register('reason', {
            validate: (reason) => reason.trim() !== '' || t('common:required'),
            maxLength: { value: REASON_MAX, message: t('tooLong') },
          })}
        />
        <ModalActions>
          <Button type="submit" look={user.isActive ? 'danger' : 'primary'} busy={change.isPending}>
            {t(`user.${deed}`)}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
