import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

type SignUpPasswordProps = {
  /** Whether the password that was sent last is another. */
  isWrong: boolean
  busy: boolean
  onPassword: (password: string) => void
  onForgotten: () => void
}

/** Behind a mailed link of a sign-up that was made in another browser: its password keeps it, or it is dropped. */
export function SignUpPassword({ isWrong, busy, onPassword, onForgotten }: SignUpPasswordProps) {
  const { t } = useTranslation(['sign-in', 'common'])
  const [isMissing, setMissing] = useState(false)
  const fault = isMissing
    ? t('common:required')
    : isWrong && !busy
      ? t('link.signUpPassword.wrong')
      : undefined

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const password = String(new FormData(event.currentTarget).get('password'))
    setMissing(password === '')
    if (password === '') event.currentTarget.querySelector('input')?.focus()
    else onPassword(password)
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <PasswordField
          name="password"
          label={t('password')}
          autoComplete="current-password"
          autoFocus
          error={fault}
        />
        <Button type="submit" busy={busy}>
          {t('link.signup.submit')}
        </Button>
      </form>
      <div className="flex flex-col gap-2 border-line border-t pt-5">
        <Button look="secondary" busy={busy} onClick={onForgotten}>
          {t('link.signUpPassword.forget')}
        </Button>
        <p className="text-muted text-sm">{t('link.signUpPassword.forgetHint')}</p>
      </div>
    </>
  )
}
