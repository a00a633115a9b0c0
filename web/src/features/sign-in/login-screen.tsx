import type { TFunction } from 'i18next'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { isEmail } from '#domain/email.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { InactiveAccount } from '../../ui/inactive-account.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type LoginFailure, signIn } from './api.ts'
import { AuthPanel } from './auth-panel.tsx'
import { Door } from './door.tsx'
import type { ForForgotten } from './forgot-password-screen.tsx'
import { takePassword } from './held-password.ts'
import { ResendButton } from './resend-button.tsx'
import { ReturnedMail, useAwaitedMail } from './returned-mail.tsx'
import { SocialButtons } from './social-buttons.tsx'

/** What the screen before says of a mail that is on its way. */
type Waited = { registered?: string; recovering?: string }
type Errors = { email?: string; password?: string }

/**
 * `/` — success needs no navigation here: the guards see the new session and redirect. The form library of the
 * other screens is left out, because its 14 kB would be a tenth of what a visitor waits for.
 */
export function LoginScreen() {
  const { t } = useTranslation(['sign-in', 'common'])
  const [errors, setErrors] = useState<Errors>({})
  /** Why the last attempt was refused, and with which address. */
  const [refused, setRefused] = useState<{ why: LoginFailure; email: string } | null>(null)
  const [busy, setBusy] = useState(false)
  /** The address that has just signed up, and is to be confirmed; or that waits for the link to a new password. */
  const { registered, recovering } = (useLocation().state ?? {}) as Waited

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const [email, password] = [String(data.get('email')), String(data.get('password'))]
    const found = faults(email, password, t)
    setErrors(found)
    setRefused(null)
    const first = found.email ? 'email' : found.password ? 'password' : null
    if (first) {
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    setBusy(true)
    const why = await signIn(email, password)
    setRefused(why && { why, email })
    setBusy(false)
  }

  return (
    <div className="door">
      <Door />
      <AuthPanel title={t('login.title')} footer={<WayToRegister />}>
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <Standing refused={refused} registered={registered} recovering={recovering} />
          <TextField
            type="email"
            name="email"
            label={t('email')}
            autoComplete="email"
            defaultValue={registered ?? recovering}
            error={errors.email}
          />
          <div className="flex flex-col gap-2">
            <PasswordField
              name="password"
              label={t('password')}
              autoComplete="current-password"
              error={errors.password}
            />
            <Link
              to={paths.forgotPassword}
              className="link inline-flex min-h-11 items-center self-end text-sm"
            >
              {t('login.forgot')}
            </Link>
          </div>
          <Button type="submit" look="plain" busy={busy}>
            {t('login.submit')}
          </Button>
        </form>
        <SocialButtons />
      </AuthPanel>
    </div>
  )
}

type StandingProps = {
  refused: { why: LoginFailure; email: string } | null
  registered: string | undefined
  recovering: string | undefined
}

/** Why the last attempt was refused, or what is left to do after signing up; and the mail once more, unless it came back. */
function Standing({ refused, registered, recovering }: StandingProps) {
  const { t } = useTranslation('sign-in')
  const isUnconfirmed = refused?.why === 'notConfirmed'
  const waiting = isUnconfirmed ? refused.email : registered
  const awaited = waiting ?? recovering
  const of = waiting ? 'sign-up' : 'recovery'
  const { isReturned, signUp } = useAwaitedMail(awaited, of)
  const outcome = waiting ? signUp : null
  useEffect(() => {
    const password = outcome === 'kept' && waiting ? takePassword(waiting) : null
    if (waiting && password !== null) void signIn(waiting, password)
  }, [outcome, waiting])
  const isOutdated = isUnconfirmed && (isReturned || outcome !== null)
  return (
    <>
      {refused && !isOutdated ? (
        <Notice tone="loss">
          <Refusal {...refused} />
        </Notice>
      ) : outcome ? (
        <Notice tone={outcome === 'dropped' ? 'loss' : 'plain'}>{t(`login.confirmed.${outcome}`)}</Notice>
      ) : (
        registered &&
        !isReturned && (
          <Notice>
            <span className="font-medium">{t('login.registered.title')}</span>{' '}
            {t('login.registered.text', { email: registered })}
          </Notice>
        )
      )}
      {isReturned && awaited ? (
        <ReturnedMail email={awaited} of={of} />
      ) : (
        waiting && !outcome && <ResendButton email={waiting} />
      )}
    </>
  )
}

function Refusal({ why, email }: { why: LoginFailure; email: string }) {
  const { t } = useTranslation('sign-in')
  if (why === 'inactive') return <InactiveAccount />
  if (why !== 'tooMany') return t(`login.${why}`)
  return (
    <>
      {t('login.tooMany')}{' '}
      <Link
        to={paths.forgotPassword}
        state={{ email } satisfies ForForgotten}
        className="link mt-1 flex min-h-11 items-center"
      >
        {t('login.wayIn')}
      </Link>
    </>
  )
}

function WayToRegister() {
  const { t } = useTranslation('sign-in')
  return (
    <>
      {t('login.noAccount')}{' '}
      <Link to={paths.register} className="link">
        {t('login.register')}
      </Link>
    </>
  )
}

/** The errors of the typed values. */
function faults(email: string, password: string, t: TFunction<['sign-in', 'common']>): Errors {
  const found: Errors = {}
  if (email === '') found.email = t('common:required')
  else if (!isEmail(email)) found.email = t('common:invalidEmail')
  if (password === '') found.password = t('common:required')
  return found
}
