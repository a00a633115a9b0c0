import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { normaliseEmail } from '#domain/email.ts'
import { isPhone, PHONE_MASK } from '#domain/phone.ts'
import { config } from '../../lib/config.ts'
import { nicknameFault } from '../../lib/nickname-fault.ts'
import { paths } from '../../lib/paths.ts'
import { isTaken } from '../../session/profile.ts'
import { Button } from '../../ui/button.tsx'
import { MaskedFormField } from '../../ui/masked-form-field.tsx'
import { type NewPassword, NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TermsField } from '../../ui/terms-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Registration, signUp } from './api.ts'
import { AuthPanel } from './auth-panel.tsx'
import { emailRules } from './email-rules.ts'
import { holdPassword } from './held-password.ts'

type RegisterForm = Registration & NewPassword & { terms: boolean }

const EMPTY: RegisterForm = {
  email: '',
  phone: '',
  nickname: '',
  password: '',
  confirmPassword: '',
  terms: false,
}

/** Kind of error: the address has an account, which may be one that is deactivated. */
const TAKEN = 'taken'

/** `/register` — checks that e-mail and nickname are free, then creates the account and its profile row. */
export function RegisterScreen() {
  const { t } = useTranslation(['sign-in', 'common'])
  const form = useForm({ defaultValues: EMPTY })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(useRegistration(form))

  return (
    <AuthPanel
      title={t('register.title')}
      footer={
        <>
          {t('register.haveAccount')}{' '}
          <Link to={paths.login} className="link">
            {t('register.login')}
          </Link>
        </>
      }
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          {errors.email?.type === TAKEN && (
            <Notice>
              {t('register.mayBeClosed')}{' '}
              <a className="link" href={`mailto:${config().supportEmail}`}>
                {t('login.writeToSupport')}
              </a>
            </Notice>
          )}
          <TextField
            type="email"
            label={t('email')}
            autoComplete="email"
            error={errors.email?.message}
            {...form.register('email', emailRules(t))}
          />
          <MaskedFormField
            control={form.control}
            name="phone"
            rules={{
              required: t('common:required'),
              validate: (value) => isPhone(value) || t('register.invalidPhone'),
            }}
            mask={PHONE_MASK}
            label={t('register.phone')}
            autoComplete="tel"
          />
          <TextField
            label={t('register.nickname')}
            hint={t('common:nicknamePublic')}
            autoComplete="username"
            maxLength={40}
            error={errors.nickname?.message}
            {...form.register('nickname', { validate: nicknameFault })}
          />
          <NewPasswordFields
            labels={{ password: t('password'), confirmPassword: t('register.confirmPassword') }}
            own={form.watch(['email'])}
          />
          <TermsField
            error={errors.terms?.message}
            {...form.register('terms', { required: t('common:acceptTerms') })}
          />
          <Button type="submit" busy={isSubmitting}>
            {t('register.submit')}
          </Button>
        </form>
      </FormProvider>
    </AuthPanel>
  )
}

/** Sends the form; errors are shown at their fields. */
function useRegistration(form: UseFormReturn<RegisterForm>) {
  const { t } = useTranslation(['sign-in', 'common'])
  const navigate = useNavigate()
  return async (values: RegisterForm) => {
    const refuseEmail = () =>
      form.setError('email', { type: TAKEN, message: t('register.emailTaken') }, { shouldFocus: true })
    const refuse = (field: 'email' | 'nickname' | 'password', message: string) =>
      form.setError(field, { message }, { shouldFocus: true })
    try {
      if (await isTaken('email', normaliseEmail(values.email))) return refuseEmail()
      if (await isTaken('nickname', values.nickname.trim()))
        return refuse('nickname', t('register.nicknameTaken'))
      const result = await signUp(values)
      if (result.outcome === 'email-taken') return refuseEmail()
      if (result.outcome === 'too-soon') return refuse('email', t('login.resendTooSoon'))
      if (result.outcome === 'common-password') return refuse('password', t('rules.common'))
      if (result.outcome === 'bad-email') return refuse('email', t('common:invalidEmail'))
      if (result.outcome === 'failed') {
        toast.error(t('register.saveFailed', { message: result.message }), { id: 'register' })
        return
      }
    } catch (error) {
      // A browser's own message about a failed request or import is not meant for people.
      const message = error instanceof TypeError ? t('common:offline') : (error as Error).message
      toast.error(t('register.saveFailed', { message }), { id: 'register' })
      return
    }
    toast.success(t('register.success'), { id: 'register', duration: 8000 })
    const registered = normaliseEmail(values.email)
    holdPassword(registered, values.password)
    navigate(paths.login, { state: { registered } })
  }
}
