import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { OwnSharerWire } from '#server/product/splits/contract.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Adds somebody by the address of their account: without one they could not agree. */
export function AddSharer({ onFound }: { onFound(person: OwnSharerWire): void }) {
  const { t } = useTranslation('studio')
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
    </form>
  )
}
