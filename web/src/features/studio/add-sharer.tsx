import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SUPPORT_SUBJECTS } from '#domain/request.ts'
import type { OwnSharerWire } from '#server/product/splits/contract.ts'
import { ApiError, api } from '../../lib/api.ts'
import { keepDraft, supportDraft } from '../../lib/draft.ts'
import { paths } from '../../lib/paths.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

type AddSharerProps = { projectName: string; onFound(person: OwnSharerWire): void }

/** Adds somebody by the address of their account: without one they could not agree, and support is asked to invite them. */
export function AddSharer({ projectName, onFound }: AddSharerProps) {
  const { t } = useTranslation('studio')
  const { profile } = useSignedIn()
  const form = useForm({ defaultValues: { email: '' } })
  const find = useMutation({
    mutationFn: ({ email }: { email: string }) => api('GET /studio/sharers', { query: { email } }),
    onSuccess: ({ data }) => {
      form.reset()
      onFound(data)
    },
    onError: (fault) =>
      form.setError('email', { message: (fault instanceof Error && fault.message) || t('notSaved') }),
  })
  const email = find.variables?.email.trim() ?? ''
  const isUninvited = find.error instanceof ApiError && find.error.code === 'sharer_has_no_account'
  const ask = () =>
    keepDraft(supportDraft(profile.uid), {
      subject: 'Projetos' satisfies (typeof SUPPORT_SUBJECTS)[number],
      message: t('shares.asked', { projectName, email }),
    })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => find.mutate(values))}
      className="mt-4 mb-4 flex flex-col items-start gap-3"
    >
      <div className="w-full">
        <TextField
          label={t('shares.email')}
          hint={t('shares.emailHint')}
          type="email"
          autoComplete="off"
          error={form.formState.errors.email?.message}
          {...form.register('email', { validate: (text) => text.trim() !== '' || t('shares.emailMissing') })}
        />
      </div>
      <Button type="submit" look="secondary" busy={find.isPending}>
        {t('shares.add')}
      </Button>
      {isUninvited && (
        <Link to={paths.support} onClick={ask} className="link inline-flex min-h-11 items-center">
          {t('shares.ask')}
        </Link>
      )}
    </form>
  )
}
