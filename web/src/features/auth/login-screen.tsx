import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type LoginFailure, signIn } from './api.ts'
import { AuthPanel } from './auth-panel.tsx'
import { emailRules } from './email-rules.ts'
import { SocialButtons } from './social-buttons.tsx'

/** `/` — success needs no navigation here: the guards see the new session and lead on. */
export function LoginScreen() {
  const { t } = useTranslation(['auth', 'common'])
  const [failure, setFailure] = useState<LoginFailure | null>(null)
  const form = useForm({ defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(null)
    setFailure(await signIn(email, password))
  })

  return (
    <AuthPanel
      title={t('login.title')}
      lead={t('login.lead')}
      footer={
        <>
          {t('login.noAccount')}{' '}
          <Link to={paths.register} className="link">
            {t('login.register')}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {failure && <Notice tone="loss">{t(`login.${failure}`)}</Notice>}
        <TextField
          type="email"
          label={t('email')}
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email', emailRules(t))}
        />
        <div className="flex flex-col gap-2">
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password', { required: t('common:required') })}
          />
          <Link to={paths.forgotPassword} className="link self-end py-1 text-sm">
            {t('login.forgot')}
          </Link>
        </div>
        <Button type="submit" busy={isSubmitting}>
          {t('login.submit')}
        </Button>
      </form>
      <SocialButtons />
    </AuthPanel>
  )
}
