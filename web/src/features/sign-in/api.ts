/** The auth API calls of the signed-out screens, and the texts for their outcomes. */
import { normaliseEmail } from '#domain/email.ts'
import { normalisePhone } from '#domain/phone.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import type { SignUpOutcome } from '#server/product/alerts/contract.ts'
import { dataOf } from '../../lib/api.ts'
import { AuthDoorError, authDoor } from '../../lib/auth-door.ts'
import { browserKey } from '../../lib/browser-key.ts'
import type { SocialProvider } from '../../lib/config.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { startSocialVisit } from '../../lib/social.ts'
import { auth, rest } from '../../lib/supabase.ts'
import { doorWords, tableFault } from '../../lib/table-fault.ts'

export type LoginFailure =
  | 'wrongCredentials'
  /** The password of a sign-up in this browser that was confirmed without it. */
  | 'passwordDropped'
  | 'notConfirmed'
  | 'inactive'
  | 'tooMany'
  | 'failed'

/** The auth API's messages for which the specification has its own texts (section 8). */
const LOGIN_FAILURES: Record<string, LoginFailure> = {
  'Invalid login credentials': 'wrongCredentials',
  'Email not confirmed': 'notConfirmed',
  'User is banned': 'inactive',
  'Request rate limit reached': 'tooMany',
}

/** Signs in; the session arrives through the session provider. Resolves with the reason for a failure, or null. */
export async function signIn(email: string, password: string): Promise<LoginFailure | null> {
  try {
    const { error } = await (await auth()).signInWithPassword({ email: normaliseEmail(email), password })
    const failure = error && (LOGIN_FAILURES[error.message] ?? 'failed')
    if (failure !== 'wrongCredentials') return failure
    return (await readAwaited(email)).signUp === 'dropped' ? 'passwordDropped' : failure
  } catch {
    // The auth client's code could not be loaded.
    return 'failed'
  }
}

/** Leaves for the provider, which redirects to the dashboard. Resolves with false when that could not start. */
export async function signInWith(provider: SocialProvider): Promise<boolean> {
  startSocialVisit(provider)
  const redirectTo = location.origin + paths.dashboard
  try {
    const { error } = await (await auth()).signInWithOAuth({ provider, options: { redirectTo } })
    return error === null
  } catch {
    return false
  }
}

/** Sends the app's code for a second factor. Resolves with false when it was wrong. Throws when nobody answered. */
export async function sendFactorCode(code: string): Promise<boolean> {
  const { data, error } = await (await auth()).mfa.listFactors()
  if (error) throw error
  for (const factor of data.totp) {
    const verified = await (await auth()).mfa.challengeAndVerify({ factorId: factor.id, code })
    if (!verified.error) return true
    if (verified.error.status !== 422) throw verified.error
  }
  return false
}

/** Uses a recovery code in place of the app's. Resolves with false when it was wrong or has been used before. */
export async function sendRecoveryCode(code: string): Promise<boolean> {
  try {
    const session = await authDoor<{ access_token: string; refresh_token: string }>(
      '/recovery-codes/verify',
      {
        body: { code },
      },
    )
    const { error } = await (await auth()).setSession(session)
    if (error) throw error
    return true
  } catch (fault) {
    if (fault instanceof AuthDoorError && fault.status === 422) return false
    throw fault
  }
}

/** Resends the mail that confirms a new account. Resolves with the reason for a failure, or null. */
export async function resendConfirmation(email: string): Promise<'tooSoon' | 'failed' | null> {
  const options = { emailRedirectTo: location.origin }
  const { error } = await (await auth()).resend({ type: 'signup', email: normaliseEmail(email), options })
  return error && whyNoMail(error)
}

const whyNoMail = ({ code }: { code?: string | undefined }) =>
  code === 'over_email_send_rate_limit' ? 'tooSoon' : 'failed'

/** What became of the mail and of the sign-up that wait in this browser. */
export type AwaitedMail = { isReturned: boolean; signUp: SignUpOutcome | null }
export const NOTHING_KNOWN: AwaitedMail = { isReturned: false, signUp: null }

/** As far as this browser may know; nothing while nobody answers. */
export async function readAwaited(email: string, signal?: AbortSignal): Promise<AwaitedMail> {
  const request = { body: { email }, browserKey: browserKey(), ...(signal && { signal }) }
  const answer = await dataOf('POST /mail-returned', request).catch(() => null)
  return answer ?? NOTHING_KNOWN
}

/** Postgres' code for a violated row-level security policy. */
const DENIED = '42501'

export type Registration = { email: string; phone: string; nickname: string; password: string }

export type RegistrationResult =
  | { outcome: 'done' }
  | { outcome: 'email-taken' }
  /** A mail has just been sent to this address. */
  | { outcome: 'too-soon' }
  /** The password meets the rules, but anybody would try it first. */
  | { outcome: 'common-password' }
  | { outcome: 'bad-email' }
  | { outcome: 'failed'; message: string }

/**
 * Creates the account, then its profile row. The account is inactive until its e-mail is confirmed. Throws
 * TypeError when nobody answered.
 */
export async function signUp(input: Registration): Promise<RegistrationResult> {
  const email = normaliseEmail(input.email)
  const language = currentLanguage()
  const { data, error } = await (await auth()).signUp({
    email,
    password: input.password,
    options: { data: { language }, emailRedirectTo: location.origin },
  })
  if (error?.code === 'over_email_send_rate_limit') return { outcome: 'too-soon' }
  if (error?.code === 'weak_password') return { outcome: 'common-password' }
  // No answer came.
  if (error?.name === 'AuthRetryableFetchError') throw new TypeError(error.message)
  if (error?.code === 'validation_failed') return { outcome: 'bad-email' }
  if (error) return { outcome: 'failed', message: doorWords(error.code ?? String(error.status)) }
  if (!data.user) return { outcome: 'email-taken' }
  const tel = normalisePhone(input.phone)
  const row = {
    uid: data.user.id,
    email,
    tel,
    nickname: input.nickname.trim(),
    provider: 'email',
    language,
    terms_version: TERMS_VERSION,
  }
  const inserted = await (await rest()).from('users').insert(row)
  // A confirmed address is answered with somebody made up, so as not to reveal who has an account: nobody has that row.
  if (inserted.error?.code === DENIED) return { outcome: 'email-taken' }
  if (inserted.error) return { outcome: 'failed', message: tableFault(inserted.error).message }
  return { outcome: 'done' }
}

/** Requests the mail with the recovery link. Resolves with the reason for a failure, or null. */
export async function requestRecovery(email: string): Promise<'tooSoon' | 'failed' | null> {
  const redirectTo = location.origin + paths.resetPassword
  const { error } = await (await auth()).resetPasswordForEmail(normaliseEmail(email), { redirectTo })
  return error && whyNoMail(error)
}

/**
 * Sets a new password for the session that the recovery link opened. Resolves with the reason for a failure, or
 * null.
 */
export async function setPassword(password: string): Promise<'same' | 'common' | 'late' | 'failed' | null> {
  const { error } = await (await auth()).updateUser({ password })
  if (!error) return null
  if (error.code === 'weak_password') return 'common'
  if (error.code === 'current_password_required' || error.code === 'reauthentication_needed') return 'late'
  return error.code === 'same_password' ? 'same' : 'failed'
}
