import type { User } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { isEmail } from '#domain/email.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { accountQuery, changeEmail } from './api.ts'
import { Section } from './section.tsx'

/** Changes the e-mail address, which takes effect once both addresses have confirmed. */
export function EmailSection({ user }: { user: User }) {
  const { t } = useTranslation(['people-security', 'common'])
  const cache = useQueryClient()
  const form = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email }) => {
    const fault = await changeEmail(email).catch(() => 'unknown')
    if (fault === 'email_exists') {
      return form.setError('email', { message: t('email.taken') }, { shouldFocus: true })
    }
    if (fault) {
      toast.error(fault === 'over_email_send_rate_limit' ? t('tooSoon') : t('failed'))
      return
    }
    form.reset()
    toast.success(t('email.sent'), { duration: 8000 })
    await cache.invalidateQueries(accountQuery)
  })

  return (
    <Section title={t('email.title')} lead={t('email.lead')}>
      <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
        <TextField type="email" label={t('email.current')} value={user.email ?? ''} readOnly />
        {user.new_email && <Notice>{t('email.waiting', { email: user.new_email })}</Notice>}
        <TextField
          type="email"
          label={t('email.new')}
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email', {
            required: t('common:required'),
            validate: (value) =>
              !isEmail(value)
                ? t('common:invalidEmail')
                : value.trim().toLowerCase() !== user.email || t('email.same'),
          })}
        />
        <Button type="submit" look="secondary" busy={isSubmitting}>
          {t('email.submit')}
        </Button>
      </form>
    </Section>
  )
}
