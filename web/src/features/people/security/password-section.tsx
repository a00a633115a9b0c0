import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { type NewPassword, NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { changePassword, mailNonce, sessionsQuery } from './api.ts'
import { Section } from './section.tsx'

type PasswordForm = NewPassword & { current: string; nonce: string }
const EMPTY: PasswordForm = { current: '', nonce: '', password: '', confirmPassword: '' }

/** A new password, authorised by the current one or by a mailed code. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation(['people-security', 'common'])
  const { user } = useSignedIn()
  const [byMail, setByMail] = useState(!hasPassword)
  const [mailed, setMailed] = useState(false)
  const form = useForm({ defaultValues: EMPTY })
  const { errors, isSubmitting } = form.formState

  async function sendMail() {
    const fault = await mailNonce()
    if (fault === 'over_email_send_rate_limit') return toast.error(t('tooSoon'))
    if (fault) return toast.error(t('failed'))
    setMailed(true)
    toast.success(t('password.mailed'))
  }

  const submit = form.handleSubmit(useChange(form, byMail, () => setMailed(false)))

  return (
    <Section title={t('password.title')} lead={t('password.lead')}>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
          {byMail ? (
            <>
              <Notice>{t('password.mailHint')}</Notice>
              <Button look="secondary" onClick={() => void sendMail()}>
                {mailed ? t('password.mailAgain') : t('password.mail')}
              </Button>
              <TextField
                label={t('password.nonce')}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                error={errors.nonce?.message}
                {...form.register('nonce', { required: t('common:required') })}
              />
            </>
          ) : (
            <PasswordField
              label={t('password.current')}
              autoComplete="current-password"
              error={errors.current?.message}
              {...form.register('current', { required: t('common:required') })}
            />
          )}
          {hasPassword && (
            <button
              type="button"
              className="link min-h-11 self-start text-sm"
              onClick={() => setByMail(!byMail)}
            >
              {byMail ? t('password.useCurrent') : t('password.forgot')}
            </button>
          )}
          <NewPasswordFields
            labels={{ password: t('password.new'), confirmPassword: t('password.confirm') }}
            own={[user.email]}
          />
          <Button type="submit" look="secondary" busy={isSubmitting}>
            {t('password.submit')}
          </Button>
        </form>
      </FormProvider>
    </Section>
  )
}

/** Sends the form; errors are shown at their fields. */
function useChange(form: UseFormReturn<PasswordForm>, byMail: boolean, onChanged: () => void) {
  const { t } = useTranslation(['people-security', 'sign-in'])
  const cache = useQueryClient()
  return async ({ current, nonce, password }: PasswordForm) => {
    const fault = await changePassword(password, byMail ? { nonce: nonce.trim() } : { current }).catch(
      () => 'unknown',
    )
    const refuse = (field: 'current' | 'nonce' | 'password', message: string) =>
      form.setError(field, { message }, { shouldFocus: true })
    if (fault === 'current_password_invalid') return refuse('current', t('password.wrongCurrent'))
    if (fault === 'reauthentication_not_valid') return refuse('nonce', t('password.wrongNonce'))
    if (fault === 'same_password') return refuse('password', t('password.same'))
    if (fault === 'weak_password') return refuse('password', t('sign-in:rules.common'))
    if (fault) {
      toast.error(fault === 'over_request_rate_limit' ? t('tooMany') : t('failed'))
      return
    }
    // Every other session has ended with the old password.
    void cache.invalidateQueries(sessionsQuery)
    form.reset(EMPTY)
    onChanged()
    toast.success(t('password.changed'))
  }
}
