import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

type AccountPasswordProps = {
  /** What of the account was done in another browser. */
  what: 'signup' | 'email_change'
  /** Whether the password that was sent last is another. */
  isWrong: boolean
  busy: boolean
  onPassword: (password: string) => void
  onForgotten: () => void
}

/**
 * Behind a mailed link of what was done in another browser: the account's password shows whose it is. Without it a sign-up may be
 * dropped; a change of e-mail just does not happen.
 */
export function AccountPassword({ what, isWrong, busy, onPassword, onForgotten }: AccountPasswordProps) {
  const { t } = useTranslation(['sign-in', 'common'])
  const [isMissing, setMissing] = useState(false)
  const fault = isMissing
    ? t('common:required')
    : isWrong && !busy
      ? t(`link.password.${what}.wrong`)
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
          {t(`link.${what}.submit`)}
        </Button>
      </form>
      <div className="flex flex-col gap-2 border-line border-t pt-5">
        {what === 'signup' && (
          <Button look="secondary" busy={busy} onClick={onForgotten}>
            {t('link.password.signup.forget')}
          </Button>
        )}
        <p className="text-muted text-sm">{t(`link.password.${what}.hint`)}</p>
      </div>
    </>
  )
}
