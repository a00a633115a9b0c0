import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { normaliseEmail } from '#domain/email.ts'
import { paths } from '../../lib/paths.ts'
import { isTaken } from '../../session/profile.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { requestRecovery } from './api.ts'
import { AuthPanel } from './auth-panel.tsx'
import { emailRules } from './email-rules.ts'

/** What a screen that leads here knows already. */
export type ForForgotten = { email: string }

/** `/forgot-password` — mails a recovery link to an address that has an account. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation(['sign-in', 'common'])
  const navigate = useNavigate()
  const known: Partial<ForForgotten> | null = useLocation().state
  const form = useForm({ defaultValues: { email: known?.email ?? '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      if (!(await isTaken('email', normaliseEmail(email)))) {
        form.setError('email', { message: t('forgot.unknownEmail') }, { shouldFocus: true })
        return
      }
      const failure = await requestRecovery(email)
      if (failure) {
        toast.error(t(failure === 'tooSoon' ? 'login.resendTooSoon' : 'forgot.failed'), { id: 'forgot' })
        return
      }
    } catch {
      toast.error(t('forgot.failed'), { id: 'forgot' })
      return
    }
    toast.success(t('forgot.success'), { id: 'forgot', duration: 8000 })
    navigate(paths.login, { state: { recovering: normaliseEmail(email) } })
  })

  return (
    <AuthPanel
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      footer={
        <>
          {t('forgot.remembered')}{' '}
          <Link to={paths.login} className="link">
            {t('forgot.login')}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          type="email"
          label={t('email')}
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email', emailRules(t))}
        />
        <Button type="submit" busy={isSubmitting}>
          {t('forgot.submit')}
        </Button>
      </form>
    </AuthPanel>
  )
}
