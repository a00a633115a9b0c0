import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { MESSAGE_MAX } from '#domain/request.ts'
import { isVisible } from '#domain/visible.ts'
import type { SupportDetailWire } from '#server/product/support/contract.ts'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { keepDraft, readDraft, useDraft } from '../../../lib/draft.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { AttachFiles } from '../attach-files.tsx'
import { useUploads } from '../use-uploads.ts'
import { withTemplate } from './template.ts'

const EMPTY = { message: '' }

/** Writes the answer, which is mailed in the language that the person reads. */
export function AnswerForm({ request }: { request: SupportDetailWire }) {
  const { id, user, templates, status } = request
  const { t } = useTranslation(['support-back-office', 'support', 'back-office', 'common'])
  const { profile } = useSignedIn()
  const draft = `answer-${profile.uid}-${id}`
  const send = useAdminAction('POST /admin/support/{id}/answers', {
    // Also where its writer has left the screen meanwhile.
    done: () => {
      keepDraft(draft, EMPTY)
      return t(status === 'closed' ? 'request.reopened' : 'request.sent')
    },
    failed: t('back-office:failed'),
  })
  const form = useForm({ defaultValues: readDraft(draft, EMPTY) })
  useDraft(form, draft, ['message'])
  const files = useUploads(`answered/${id}`)
  const { seen, colleague, expectOwn } = useColleague(request)
  const submit = form.handleSubmit(({ message }) => {
    if (files.hasFailed) return void toast.error(t('support:attach.unsent'))
    const body = { message, files: files.sent, seen }
    const forget = () => {
      expectOwn()
      form.reset(EMPTY)
      files.clear()
    }
    // The same answer sent again is mailed once.
    send.mutate({ params: { id }, body, once: true }, { onSuccess: forget })
  })
  const insert = (text: string) => {
    form.setValue('message', withTemplate(form.getValues('message'), text), { shouldDirty: true })
    form.setFocus('message')
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
      <TemplateField templates={templates} onChoose={insert} />
      <TextAreaField
        label={t('request.message')}
        hint={t(`request.messageHint.${user.language}`)}
        maxLength={MESSAGE_MAX}
        error={form.formState.errors.message?.message}
        {...form.register('message', {
          validate: (message) => isVisible(message) || t('common:required'),
        })}
      />
      <AttachFiles files={files} />
      {colleague && <Notice>{t('request.answeredMeanwhile', { admin: colleague })}</Notice>}
      {status === 'closed' && <p className="text-muted text-sm">{t('request.reopens')}</p>}
      <Button type="submit" className="sm:self-start" busy={send.isPending || files.isSending}>
        {t(files.isSending ? 'support:attach.wait' : colleague ? 'request.sendAnyway' : 'request.send')}
      </Button>
    </form>
  )
}

/** What the house has answered since this writer began, by whom if it was somebody else; the server asks the same of what is newer still. */
function useColleague({ answers }: SupportDetailWire) {
  const ours = answers.filter(({ admin }) => admin !== null)
  const seen = ours.at(-1)?.id ?? 0
  const [began, begin] = useState(seen)
  const [isOwnDue, setOwnDue] = useState(false)
  useEffect(() => {
    if (!isOwnDue || seen === began) return
    begin(seen)
    setOwnDue(false)
  }, [isOwnDue, seen, began])
  return {
    seen,
    colleague: isOwnDue || seen === began ? null : (ours.at(-1)?.admin ?? null),
    expectOwn: () => setOwnDue(true),
  }
}

type TemplateFieldProps = { templates: SupportDetailWire['templates']; onChoose(text: string): void }

/** Chooses a text to go on from; nothing stays chosen. */
function TemplateField({ templates, onChoose }: TemplateFieldProps) {
  const { t } = useTranslation(['support-back-office', 'support-templates'])
  return (
    <SelectField
      label={t('request.template')}
      hint={t('request.templateHint')}
      value=""
      onChange={(event) => {
        const chosen = templates[Number(event.target.value)]
        if (chosen) onChoose(chosen.text)
      }}
    >
      <option value="">{t('request.noTemplate')}</option>
      {templates.map((template, index) => (
        <option key={template.id} value={index}>
          {t(`support-templates:${template.id}.name`)}
        </option>
      ))}
    </SelectField>
  )
}
