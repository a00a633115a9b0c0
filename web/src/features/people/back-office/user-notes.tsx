import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MESSAGE_MAX } from '#domain/request.ts'
import type { UserNoteWire } from '#server/product/people/contract.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { useList } from '../../../back-office/use-list.ts'
import { keepDraft, readDraft, useDraft } from '../../../lib/draft.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'

const EMPTY = { note: '' }

/** Operators' notes about a person, for one another. */
export function UserNotes({ uid }: { uid: string }) {
  const { t } = useTranslation(['people-back-office', 'back-office', 'common'])
  const list = useList('GET /admin/users/{uid}/notes', { params: { uid } })
  const { profile } = useSignedIn()
  const draft = `note-${profile.uid}-${uid}`
  const add = useAdminAction('POST /admin/users/{uid}/notes', {
    // Also where its writer has left the screen meanwhile.
    done: () => {
      keepDraft(draft, EMPTY)
      return t('user.noted')
    },
    failed: t('back-office:failed'),
  })
  const form = useForm({ defaultValues: readDraft(draft, EMPTY) })
  useDraft(form, draft, ['note'])
  const submit = form.handleSubmit((body) =>
    add.mutate({ params: { uid }, body }, { onSuccess: () => form.reset(EMPTY) }),
  )
  const columns: Column<UserNoteWire>[] = [
    { title: t('user.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('user.noteText'),
      cell: ({ note, admin }) => (
        <span className="min-w-0 max-w-[70ch] text-right md:block md:text-left">
          <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{note}</span>
          <span className="block text-muted text-xs">{admin}</span>
        </span>
      ),
    },
  ]
  return (
    <>
      <form noValidate onSubmit={submit} className="mb-8 flex max-w-2xl flex-col items-start gap-4 *:w-full">
        <TextAreaField
          label={t('user.note')}
          hint={t('user.noteHint')}
          maxLength={MESSAGE_MAX}
          error={form.formState.errors.note?.message}
          {...form.register('note', { validate: (note) => note.trim() !== '' || t('common:required') })}
        />
        <Button type="submit" className="sm:w-auto!" busy={add.isPending}>
          {t('user.addNote')}
        </Button>
      </form>
      <ListRows list={list} columns={columns} empty={t('user.noNotes')} />
    </>
  )
}
