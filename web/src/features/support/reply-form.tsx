import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { MESSAGE_MAX } from '#domain/request.ts'
import { isVisible } from '#domain/visible.ts'
import type { OwnConversationWire, Written } from '#server/product/support/contract.ts'
import { keepDraft, readDraft, useDraft } from '../../lib/draft.ts'
import { useAttempts } from '../../lib/use-attempts.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { reply, requestsQuery } from './api.ts'
import { AttachFiles } from './attach-files.tsx'
import { useUploads } from './use-uploads.ts'

const EMPTY = { message: '' }

/** What the fan adds to a conversation: sent again after a lost answer, it is added once. */
export function ReplyForm({ of: { id, status } }: { of: OwnConversationWire }) {
  const { t } = useTranslation(['support', 'common'])
  const cache = useQueryClient()
  const { attempt, send } = useAttempts()
  const files = useUploads(`asked/${id}`)
  const { profile } = useSignedIn()
  const draft = `reply-${profile.uid}-${id}`
  const form = useForm({ defaultValues: readDraft(draft, EMPTY) })
  useDraft(form, draft, ['message'])
  const sending = useMutation({
    mutationFn: (written: Written) => send(attempt({ id, written }), (key) => reply(id, written, key)),
    onSuccess: () => {
      form.reset(EMPTY)
      keepDraft(draft, EMPTY)
      files.clear()
      toast.success(t(status === 'closed' ? 'own.reopened' : 'own.sent'))
      return cache.invalidateQueries({ queryKey: requestsQuery.queryKey })
    },
    onError: (error) => toast.error(error.message || t('own.notSent')),
  })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ message }) => {
        if (files.hasFailed) toast.error(t('attach.unsent'))
        else sending.mutate({ message: message.trim(), files: files.sent })
      })}
      className="flex flex-col gap-4"
    >
      <TextAreaField
        label={t('own.reply')}
        hint={status === 'closed' ? t('own.reopens') : undefined}
        maxLength={MESSAGE_MAX}
        error={form.formState.errors.message?.message}
        {...form.register('message', {
          validate: (message) => isVisible(message) || t('common:required'),
        })}
      />
      <AttachFiles files={files} />
      <Button type="submit" className="sm:self-start" busy={sending.isPending || files.isSending}>
        {t(files.isSending ? 'attach.wait' : 'submit')}
      </Button>
    </form>
  )
}
