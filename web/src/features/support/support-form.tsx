import { useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { MESSAGE_MAX, SUPPORT_SUBJECTS } from '#domain/request.ts'
import { keepDraft, readDraft, supportDraft, useDraft } from '../../lib/draft.ts'
import { AttachmentError, sendRequest } from '../../lib/requests.ts'
import { useSecondTap } from '../../lib/second-tap.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { requestsQuery } from './api.ts'
import type { Attachment } from './attachment.ts'
import { FileDrop } from './file-drop.tsx'

type Values = { subject: string; message: string; file: Attachment | null }
const EMPTY = { subject: '', message: '' }

/** Subject, message, and an optional file. */
export function SupportForm() {
  const { t } = useTranslation(['support', 'common'])
  const { profile } = useSignedIn()
  const draft = supportDraft(profile.uid)
  const form = useForm<Values>({ defaultValues: { ...readDraft(draft, EMPTY), file: null } })
  useDraft(form, draft, ['subject', 'message'])
  const { errors, isSubmitting } = form.formState

  const { sent, isSecondTap } = useSecondTap()

  const submit = form.handleSubmit(useSending(form, draft, sent))

  return (
    <form
      noValidate
      onSubmit={(event) =>
        isSecondTap(form.formState.isDirty) ? event.preventDefault() : void submit(event)
      }
      aria-label={t('formLabel')}
      className="flex flex-col gap-6 rounded-sheet border border-line bg-raised p-5 sm:p-8"
    >
      <SelectField
        label={t('subject')}
        error={errors.subject?.message}
        {...form.register('subject', { required: t('common:required') })}
      >
        <option value="">{t('chooseSubject')}</option>
        {SUPPORT_SUBJECTS.map((subject) => (
          <option key={subject} value={subject}>
            {t(`subjects.${subject}`)}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={t('message')}
        maxLength={MESSAGE_MAX}
        error={errors.message?.message}
        {...form.register('message', {
          validate: (value) => value.trim() !== '' || t('common:required'),
        })}
      />
      <Controller
        control={form.control}
        name="file"
        render={({ field, fieldState }) => (
          <FileDrop
            value={field.value}
            error={fieldState.error?.message}
            onChange={(file) => {
              form.clearErrors('file')
              field.onChange(file)
            }}
            onRefused={(message) => form.setError('file', { message })}
          />
        )}
      />
      <Button type="submit" busy={isSubmitting}>
        {t('submit')}
      </Button>
    </form>
  )
}

/** Sends the form and empties it; `draft` is the key of its draft. */
function useSending(form: UseFormReturn<Values>, draft: string, onSent: () => void) {
  const { t } = useTranslation('support')
  const { profile } = useSignedIn()
  const cache = useQueryClient()
  return async ({ subject, message, file }: Values) => {
    toast.remove('support')
    try {
      await sendRequest('support_requests', {
        user_id: profile.uid,
        subject,
        message: message.trim(),
        file: file?.dataUrl ?? null,
      })
    } catch (error) {
      if (error instanceof AttachmentError) form.setError('file', { message: t('file.unreadable') })
      else toast.error(t('failed', { message: (error as Error).message }), { id: 'support', duration: 6000 })
      return
    }
    toast.success(t('success'))
    void cache.invalidateQueries({ queryKey: requestsQuery.queryKey })
    form.reset({ ...EMPTY, file: null })
    onSent()
    keepDraft(draft, EMPTY)
  }
}
