import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { storedSession } from '../../lib/supabase.ts'
import { useSession } from '../../session/provider.tsx'
import { isDropped } from '../../session/recovery.ts'
import { Button } from '../../ui/button.tsx'
import { type NewPassword, NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { setPassword } from './api.ts'
import { AuthPanel } from './auth-panel.tsx'

/**
 * `/reset-password` — for the session that the link in the recovery mail has opened, or the one in the mail that confirms
 * an address where that was followed in another browser: then the screen says why, and goes on saying it.
 */
export function ResetPasswordScreen() {
  const { t } = useTranslation('sign-in')
  const { state, signOut } = useSession()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<NewPassword>({ defaultValues: { password: '', confirmPassword: '' } })
  const [hasLostPassword] = useState(() => isDropped(storedSession()?.access_token ?? ''))
  const [isLeaving, setLeaving] = useState(false)
  // While signing out, the session is gone for a moment; that does not mean a dead link.
  const linkIsDead = state.phase === 'signed-out' && !isLeaving
  const problem = failure ?? (linkIsDead ? t('reset.invalidToken') : null)

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null)
    if (linkIsDead) return setFailure(t('reset.invalidToken'))
    try {
      const refused = await setPassword(password)
      if (refused === 'common') {
        return form.setError('password', { message: t('rules.common') }, { shouldFocus: true })
      }
      if (refused) return setFailure(t(`reset.${refused}`))
    } catch {
      return setFailure(t('reset.broken'))
    }
    toast.success(t('reset.success'))
    await leave()
  })

  async function leave() {
    setLeaving(true)
    await signOut()
    navigate(paths.login)
  }

  return (
    <AuthPanel
      title={t('reset.title')}
      lead={hasLostPassword ? t('link.passwordDropped') : undefined}
      footer={
        linkIsDead ? (
          <Link to={paths.forgotPassword} className="link">
            {t('reset.requestAnother')}
          </Link>
        ) : (
          // Every other screen redirects back here until then.
          <button type="button" className="link min-h-11 px-3" onClick={() => void leave()}>
            {t('secondFactor.signOut')}
          </button>
        )
      }
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          {problem && <Notice tone="loss">{problem}</Notice>}
          <NewPasswordFields
            labels={{ password: t('reset.password'), confirmPassword: t('reset.confirmPassword') }}
            own={'user' in state ? [state.user.email] : []}
          />
          <Button type="submit" busy={form.formState.isSubmitting}>
            {t('reset.submit')}
          </Button>
        </form>
      </FormProvider>
    </AuthPanel>
  )
}
