import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { AdminProjectPageWire } from '#domain/wire/admin-project.ts'
import { useDeed } from '../../back-office/use-deed.ts'
import { unbroken } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'

type CloseModalProps = { project: AdminProjectPageWire; onClose(): void }

/** What closing does, counted, and the project's name to be typed before it is done. */
export function CloseModal({ project, onClose }: CloseModalProps) {
  const { t } = useTranslation(['admin-project', 'common'])
  const { uid, projectName, standing, held, unsold, holders } = project
  const close = useDeed({ done: () => t('closeDone', { projectName }), failed: t('deedFailed') })
  const form = useForm({ defaultValues: { name: '' } })
  const send = form.handleSubmit(() =>
    close.mutate({ path: `/admin/projects/${uid}/close`, body: { projectName } }, { onSuccess: onClose }),
  )
  const consequences = [
    standing > 0 ? t('closeBids', { count: standing }) : t('closeNoBids'),
    ...(held > 0 ? [t('closeHeld', { amount: unbroken(formatBRL(held)) })] : []),
    ...(unsold > 0 ? [t('closeUnsold', { count: unsold })] : []),
    holders > 0 ? t('closeHolders', { count: holders }) : t('closeNoHolders'),
  ]
  return (
    <Modal open onClose={onClose} title={t('closeTitle')} size="medium">
      <p>{t('closeText', { projectName })}</p>
      <ul className="mt-4 mb-6 flex list-disc flex-col gap-2 pl-5">
        {consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <form noValidate onSubmit={send}>
        <TextField
          label={t('closeType')}
          hint={t('closeTypeHint', { projectName })}
          autoComplete="off"
          spellCheck={false}
          error={form.formState.errors.name?.message}
          {...form.register('name', {
            validate: (name) => name.trim() === projectName || t('closeMismatch'),
          })}
        />
        <ModalActions>
          <Button type="submit" look="danger" busy={close.isPending}>
            {t('close')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
