import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MESSAGE_MAX } from '#domain/request.ts'
import type { SupportDetailWire } from '#server/product/support/contract.ts'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'

/** Writes the answer, which is mailed in the language that the person reads. */
export function AnswerForm({ request: { id, user } }: { request: SupportDetailWire }) {
  const { t } = useTranslation(['support-back-office', 'back-office', 'common'])
  const send = useAdminAction('POST /admin/support/{id}/answers', {
    done: () => t('request.sent'),
    failed: t('back-office:failed'),
  })
  const form = useForm({ defaultValues: { message: '' } })
  const submit = form.handleSubmit((body) =>
    // The same answer sent again is mailed once.
    send.mutate({ params: { id }, body, once: true }, { onSuccess: () => form.reset() }),
  )
  return (
    <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
      <TextAreaField
        label={t('request.message')}
        hint={t(`request.messageHint.${user.language}`)}
        maxLength={MESSAGE_MAX}
        error={form.formState.errors.message?.message}
        {...form.register('message', {
          validate: (message) => message.trim() !== '' || t('common:required'),
        })}
      />
      <Button type="submit" className="sm:self-start" busy={send.isPending}>
        {t('request.send')}
      </Button>
    </form>
  )
}
