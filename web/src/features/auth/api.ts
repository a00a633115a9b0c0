/** What the public screens ask of the auth door, and how its answers are told to a person. */
import { normaliseEmail } from '#domain/email.ts'
import { normalisePhone } from '#domain/phone.ts'
import { config } from '../../lib/config.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { auth, rest } from '../../lib/supabase.ts'

export type SocialProvider = 'google' | 'facebook'
const SOCIAL_PROVIDERS: readonly SocialProvider[] = ['google', 'facebook']

export type LoginFailure = 'wrongCredentials' | 'notConfirmed' | 'failed'

/** The auth door's sentences that the specification tells in its own words (section 8). */
const LOGIN_FAILURES: Record<string, LoginFailure> = {
  'Invalid login credentials': 'wrongCredentials',
  'Email not confirmed': 'notConfirmed',
}

/** Signs in; the session arrives through the session provider. Answers why not, or null. */
export async function signIn(email: string, password: string): Promise<LoginFailure | null> {
  const { error } = await auth().signInWithPassword({ email: normaliseEmail(email), password })
  return error ? (LOGIN_FAILURES[error.message] ?? 'failed') : null
}

/** The social providers that this server accepts: a button for any other would lead nowhere. */
export async function enabledProviders(): Promise<SocialProvider[]> {
  const { url, anonKey } = config()
  const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: anonKey } })
  if (!response.ok) return []
  const settings = (await response.json()) as { external?: Record<string, boolean> }
  return SOCIAL_PROVIDERS.filter((provider) => settings.external?.[provider])
}

/** Leaves for the provider, to come back at the dashboard. Answers false when it could not begin. */
export async function signInWith(provider: SocialProvider): Promise<boolean> {
  const redirectTo = location.origin + paths.dashboard
  const { error } = await auth().signInWithOAuth({ provider, options: { redirectTo } })
  return error === null
}

export type Registration = { email: string; phone: string; nickname: string; password: string }

export type RegistrationResult =
  | { outcome: 'done' }
  | { outcome: 'email-taken' }
  /** The auth door's own sentence. */
  | { outcome: 'refused'; message: string }
  | { outcome: 'profile-failed'; message: string }

/** Creates the account, then its profile row. The account stays asleep until its e-mail is confirmed. */
export async function signUp(input: Registration): Promise<RegistrationResult> {
  const email = normaliseEmail(input.email)
  const language = currentLanguage()
  const { data, error } = await auth().signUp({
    email,
    password: input.password,
    options: { data: { language }, emailRedirectTo: location.origin },
  })
  if (error) return { outcome: 'refused', message: error.message }
  // For a confirmed address the door answers an invented user without identities, so as not to tell strangers.
  if (!data.user || data.user.identities?.length === 0) return { outcome: 'email-taken' }
  const tel = normalisePhone(input.phone)
  const row = { uid: data.user.id, email, tel, nickname: input.nickname.trim(), provider: 'email', language }
  const inserted = await (await rest()).from('users').insert(row)
  if (inserted.error) return { outcome: 'profile-failed', message: inserted.error.message }
  return { outcome: 'done' }
}

/** Asks for the mail with the recovery link. Answers false when it was refused. */
export async function requestRecovery(email: string): Promise<boolean> {
  const redirectTo = location.origin + paths.resetPassword
  const { error } = await auth().resetPasswordForEmail(normaliseEmail(email), { redirectTo })
  return error === null
}

/** Sets a new password for the session that the recovery link opened. Answers false when it was refused. */
export async function setPassword(password: string): Promise<boolean> {
  const { error } = await auth().updateUser({ password })
  return error === null
}
