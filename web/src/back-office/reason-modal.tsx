import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { REASON_MAX } from '#domain/refund.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { Modal, ModalActions } from '../ui/modal.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { useDeed } from './use-deed.ts'

type ReasonModalProps<Value> = {
  /** The call that takes `{reason}`, and `also`. */
  path: string
  also?: object
  title: string
  reason: { label: string; hint: string; tooLong: string }
  submit: string
  look?: ButtonLook
  done: (value: Value) => string
  failed: string
  onClose(): void
  /** What is about to be decided. */
  children?: ReactNode
}

/** A deed that is done for a reason, which stays with it. */
export function ReasonModal<Value>(props: ReasonModalProps<Value>) {
  const { path, also, title, reason, submit, look = 'danger', done, failed, onClose, children } = props
  const { t } = useTranslation('common')
  const deed = useDeed<Value>({ done, failed })
  const form = useForm({ defaultValues: { reason: '' } })
  return (
    <Modal open onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) =>
          deed.mutate({ path, body: { ...values, ...also } }, { onSuccess: onClose }),
        )}
        className="flex flex-col gap-4"
      >
        {children}
        <TextAreaField
          label={reason.label}
          hint={reason.hint}
          error={form.formState.errors.reason?.message}
          {...form.register('reason', {
            validate: (written) => written.trim() !== '' || t('required'),
            maxLength: { value: REASON_MAX, message: reason.tooLong },
          })}
        />
        <ModalActions>
          <Button type="submit" look={look} busy={deed.isPending}>
            {submit}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
