import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { setPassword } from './api.ts'
import { AuthPanel } from './auth-panel.tsx'
import { type NewPassword, NewPasswordFields } from './new-password-fields.tsx'

/** `/reset-password` — for the session that the link in the recovery mail has opened. */
export function ResetPasswordScreen() {
  const { t } = useTranslation('auth')
  const { state, signOut } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<NewPassword>({ defaultValues: { password: '', confirmPassword: '' } })
  const linkIsDead = state.phase === 'signed-out'

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null)
    if (linkIsDead) return setFailure(t('reset.invalidToken'))
    try {
      if (!(await setPassword(password))) return setFailure(t('reset.failed'))
    } catch {
      return setFailure(t('reset.broken'))
    }
    toast.success(t('reset.success'))
    await signOut()
  })

  return (
    <AuthPanel
      title={t('reset.title')}
      footer={
        <Link to={paths.forgotPassword} className="link">
          {t('reset.requestAnother')}
        </Link>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {(failure ?? linkIsDead) && <Notice tone="loss">{failure ?? t('reset.invalidToken')}</Notice>}
        <NewPasswordFields
          form={form}
          labels={{ password: t('reset.password'), confirmPassword: t('reset.confirmPassword') }}
        />
        <Button type="submit" busy={form.formState.isSubmitting}>
          {t('reset.submit')}
        </Button>
      </form>
    </AuthPanel>
  )
}
