import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { AdminProjectPageWire, ProjectClosingWire } from '#server/product/projects/wire.ts'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { unbroken } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { closingQuery } from './api.ts'

type CloseModalProps = { project: AdminProjectPageWire; onClose(): void }

/** What closing the project does, in numbers, and its name to be typed as confirmation. */
export function CloseModal({ project, onClose }: CloseModalProps) {
  const { t } = useTranslation(['projects-back-office', 'common'])
  const { uid, projectName } = project
  const closing = useQuery(closingQuery(uid))
  const close = useAdminAction('POST /admin/projects/{uid}/close', {
    done: () => t('closeDone', { projectName }),
    failed: t('actionFailed'),
  })
  const form = useForm({ defaultValues: { name: '' } })
  const send = form.handleSubmit(() =>
    close.mutate({ params: { uid }, body: { projectName } }, { onSuccess: onClose }),
  )
  return (
    <Modal open onClose={onClose} title={t('closeTitle')} size="medium">
      <p>{t('closeText', { projectName })}</p>
      <div className="mt-4 mb-6">
        {closing.isPending && <Skeleton className="h-24" />}
        {closing.isError && (
          <Failure
            message={t('failed')}
            onRetry={() => void closing.refetch()}
            retrying={closing.isFetching}
          />
        )}
        {closing.isSuccess && <Consequences of={closing.data} />}
      </div>
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
          <Button type="submit" look="danger" disabled={!closing.isSuccess} busy={close.isPending}>
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

function Consequences({ of: { standing, held, unsold, holders, gifts } }: { of: ProjectClosingWire }) {
  const { t } = useTranslation('projects-back-office')
  const sentences = [
    standing > 0 ? t('closeBids', { count: standing }) : t('closeNoBids'),
    ...(held > 0 ? [t('closeHeld', { amount: unbroken(formatBRL(held)) })] : []),
    ...(gifts.count > 0
      ? [t('closeGifts', { count: gifts.count, amount: unbroken(formatBRL(gifts.held)) })]
      : []),
    ...(unsold > 0 ? [t('closeUnsold', { count: unsold })] : []),
    holders > 0 ? t('closeHolders', { count: holders }) : t('closeNoHolders'),
  ]
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
