/**
 * The contents of a mailed link's fragment (server/product/sign-in/auth-mail.ts writes it), and the call that
 * uses it up.
 */
import type { EmailOtpType } from '@supabase/auth-js'
import { paths } from '../../lib/paths.ts'
import { auth, storedSession } from '../../lib/supabase.ts'
import { opensForNewPassword, rememberDropped } from '../../session/recovery.ts'
import { endReplaced } from '../../session/replaced.ts'

const LINK_TYPES = [
  'signup',
  'invite',
  'recovery',
  'magiclink',
  'email_change',
] as const satisfies EmailOtpType[]
export type LinkType = (typeof LINK_TYPES)[number]

/** `target`: the path on our site that it leads to. */
export type MailedLink = { tokenHash: string; type: LinkType; target: string }

/** `fragment` with or without its `#`; null when it does not belong to a mailed link. */
export function readMailedLink(fragment: string, origin: string): MailedLink | null {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const tokenHash = params.get('token_hash')
  const type = LINK_TYPES.find((one) => one === params.get('type'))
  if (!tokenHash || !type) return null
  return { tokenHash, type, target: targetOf(params.get('redirect_to'), origin) }
}

function targetOf(redirectTo: string | null, origin: string): string {
  const wanted = redirectTo && URL.canParse(redirectTo) ? new URL(redirectTo) : null
  // A path that begins with two slashes is another site's address.
  const isOurs = wanted?.origin === origin && !wanted.pathname.startsWith('//')
  return isOurs ? wanted.pathname + wanted.search : paths.dashboard
}

export type LinkOutcome =
  | 'signed-in'
  /** Signed in, without the password of the sign-up, which was not made in this browser. */
  | 'password-dropped'
  /** The account has not been opened in this browser: its password tells whose it is. Nothing is used up. */
  | 'password-needed'
  | 'password-wrong'
  /** A change of e-mail still waits for the link sent to the other address. */
  | 'half'
  /** Used, expired, or never one of ours. */
  | 'dead'
  | 'inactive'
  | 'too-many'
  /** Nobody answered: pressing again may help. */
  | 'unanswered'

const REFUSALS: Record<string, LinkOutcome> = {
  user_banned: 'inactive',
  over_request_rate_limit: 'too-many',
  account_password_needed: 'password-needed',
  account_password_wrong: 'password-wrong',
}

/** What is known of an account whose sign-up, or change of e-mail, may have been made in another browser. */
export type AccountKnowledge = 'unasked' | 'forgotten' | { password: string }

/**
 * Uses the link up; a session arrives through the session provider. A sign-up of another browser is only dropped where its
 * password is `forgotten`, as it is of whoever asks for a new one (server/doors/auth/whose-account.ts).
 */
export async function followMailedLink(
  { tokenHash, type }: MailedLink,
  known: AccountKnowledge,
): Promise<LinkOutcome> {
  const isForgotten = known === 'forgotten' || type === 'recovery'
  const before = storedSession()
  const password = typeof known === 'object' && known
  try {
    const { data, error } = await (await auth()).verifyOtp({
      token_hash: tokenHash,
      type,
      ...(!isForgotten && { ask_password: true }),
      ...password,
    })
    if (error?.name === 'AuthRetryableFetchError') return 'unanswered'
    if (error) return REFUSALS[error.code ?? ''] ?? 'dead'
    if (!data.session) return 'half'
    void endReplaced(before)
    const token = data.session.access_token
    if (type === 'recovery' || !opensForNewPassword(token)) return 'signed-in'
    rememberDropped(token)
    return 'password-dropped'
  } catch {
    // The auth client's code could not be loaded.
    return 'unanswered'
  }
}
