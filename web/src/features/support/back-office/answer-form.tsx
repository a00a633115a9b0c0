import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MESSAGE_MAX } from '#domain/request.ts'
import type { SupportDetailWire } from '#domain/wire/admin-people.ts'
import { useDeed } from '../../../back-office/use-deed.ts'
import { type Attempt, attemptFor } from '../../../lib/attempt.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'

/** The words that go out by mail, in the language that the person reads. */
export function AnswerForm({ request: { id, user } }: { request: SupportDetailWire }) {
  const { t } = useTranslation(['support-back-office', 'back-office', 'common'])
  const send = useDeed({ done: () => t('request.sent'), failed: t('back-office:failed') })
  const form = useForm({ defaultValues: { message: '' } })
  // The same words, however often they are sent, are mailed once.
  const attempt = useRef<Attempt | null>(null)
  const submit = form.handleSubmit((body) => {
    attempt.current = attemptFor(attempt.current, body, () => crypto.randomUUID())
    send.mutate(
      { path: `/admin/support/${id}/answers`, body, idempotencyKey: attempt.current.key },
      {
        onSuccess: () => {
          attempt.current = null
          form.reset()
        },
      },
    )
  })
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
