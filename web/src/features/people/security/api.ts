/** The security screen's calls to the auth API, and to the product API for the account as a whole. */
import { queryOptions } from '@tanstack/react-query'
import { normaliseEmail } from '#domain/email.ts'
import { api, download } from '../../../lib/api.ts'
import { authDoor, PROOF_NEEDED } from '../../../lib/auth-door.ts'
import type { SocialProvider } from '../../../lib/config.ts'
import { paths } from '../../../lib/paths.ts'
import { withProof } from '../../../lib/proof.ts'
import { keys } from '../../../lib/query.ts'
import { startSocialVisit } from '../../../lib/social.ts'
import { auth } from '../../../lib/supabase.ts'

/** The current account from the auth API: address, identities, factors. */
export const accountQuery = queryOptions({
  queryKey: [...keys.security, 'account'],
  queryFn: async () => {
    const { data, error } = await (await auth()).getUser()
    if (error) throw error
    return data.user
  },
})

/** `send`, once more where the server asks for a proof first and the person gives it. */
function proven<Answer extends { error: { code?: string | undefined } | null }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  return withProof(send, ({ error }) => error?.code === PROOF_NEEDED)
}

export type SessionLine = {
  id: string
  userAgent: string | null
  ip: string | null
  createdAt: string
  lastUsedAt: string
  current: boolean
}

export const sessionsQuery = queryOptions({
  queryKey: [...keys.security, 'sessions'],
  queryFn: async ({ signal }) =>
    (await authDoor<{ sessions: SessionLine[] }>('/sessions', { signal })).sessions,
})

export const recoveryQuery = queryOptions({
  queryKey: [...keys.security, 'recovery-codes'],
  queryFn: async ({ signal }) => (await authDoor<{ unused: number }>('/recovery-codes', { signal })).unused,
})

export type PasswordProof = { current: string } | { nonce: string }

/** Resolves with null, or the auth API's error code. */
export async function changePassword(password: string, proof: PasswordProof): Promise<string | null> {
  const { error } = await (await auth()).updateUser({
    password,
    ...('nonce' in proof ? { nonce: proof.nonce } : { current_password: proof.current }),
  })
  return error ? (error.code ?? 'unknown') : null
}

/** Mails the code that replaces the current password. Resolves with null, or the auth API's error code. */
export async function mailNonce(): Promise<string | null> {
  const { error } = await (await auth()).reauthenticate()
  return error ? (error.code ?? 'unknown') : null
}

/** Asks both addresses to confirm. Resolves with null, or the auth API's error code. */
export async function changeEmail(email: string): Promise<string | null> {
  const client = await auth()
  const { error } = await proven(() =>
    client.updateUser(
      { email: normaliseEmail(email) },
      { emailRedirectTo: location.origin + paths.security },
    ),
  )
  return error ? (error.code ?? 'unknown') : null
}

/** `uri` opens an authenticator app on this very device. */
export type Enrolment = { id: string; picture: string; secret: string; uri: string }

/** Starts enrolling an authenticator app: its QR code, and the secret as text. Throws AuthError. */
export async function enrollApp(issuer: string, name: string): Promise<Enrolment> {
  const { mfa } = await auth()
  // An enrolment that was started and never finished keeps its name, so it is removed.
  const { data: known } = await mfa.listFactors()
  for (const { id, status } of known?.all ?? [])
    if (status === 'unverified') await mfa.unenroll({ factorId: id })
  const { data, error } = await proven(() => mfa.enroll({ factorType: 'totp', issuer, friendlyName: name }))
  if (error) throw error
  // The client returns raw SVG in a data URL; its special characters have to be escaped.
  const drawing = data.totp.qr_code.slice(data.totp.qr_code.indexOf(',') + 1)
  return {
    id: data.id,
    picture: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
    secret: data.totp.secret,
    uri: data.totp.uri,
  }
}

/** Resolves with false when the code was wrong. Throws AuthError when it could not be checked. */
export async function confirmApp(factorId: string, code: string): Promise<boolean> {
  const { error } = await (await auth()).mfa.challengeAndVerify({ factorId, code })
  if (error && error.status !== 422) throw error
  return error === null
}

export async function removeApp(factorId: string): Promise<void> {
  const { mfa } = await auth()
  const { error } = await proven(() => mfa.unenroll({ factorId }))
  if (error) throw error
  // The remaining session's token must reflect the change.
  await (await auth()).refreshSession()
}

export async function makeRecoveryCodes(): Promise<string[]> {
  return (await authDoor<{ codes: string[] }>('/recovery-codes', { body: {} })).codes
}

export async function endSession(id: string): Promise<void> {
  await authDoor(`/sessions/${id}`, { method: 'DELETE' })
}

export async function endOtherSessions(): Promise<void> {
  const { error } = await (await auth()).signOut({ scope: 'others' })
  if (error) throw error
}

/** Leaves for the provider, which redirects back here. */
export async function linkProvider(provider: SocialProvider): Promise<void> {
  startSocialVisit(provider)
  const redirectTo = location.origin + paths.security
  const client = await auth()
  const { error } = await proven(() => client.linkIdentity({ provider, options: { redirectTo } }))
  if (error) throw error
}

export async function unlinkIdentity(id: string): Promise<void> {
  await authDoor(`/user/identities/${id}`, { method: 'DELETE' })
}

/** The key of the caller's wallet, after a proof that the account is theirs. Throws ApiError. */
export async function walletKey(): Promise<{ address: string; privateKey: string }> {
  return (await api('POST /wallet/key')).data
}

/** Saves all personal data about the caller as a file. Throws ApiError. */
export async function savePersonalData(): Promise<void> {
  const address = URL.createObjectURL(await download('GET /personal-data', {}))
  const link = document.createElement('a')
  link.href = address
  link.download = 'tune.json'
  link.click()
  URL.revokeObjectURL(address)
}

/** Throws ApiError, whose message says what stands in the way. */
export async function eraseAccount(email: string): Promise<void> {
  await api('POST /erase-account', { body: { email } })
}
