/** What a mailed link says in its fragment (server/product/sign-in/auth-mail.ts writes it), and the call that uses it up. */
import type { EmailOtpType } from '@supabase/auth-js'
import { paths } from '../../lib/paths.ts'
import { auth } from '../../lib/supabase.ts'

const LINK_TYPES = [
  'signup',
  'invite',
  'recovery',
  'magiclink',
  'email_change',
] as const satisfies EmailOtpType[]
export type LinkType = (typeof LINK_TYPES)[number]

/** `target`: the path of ours that it leads to. */
export type MailedLink = { tokenHash: string; type: LinkType; target: string }

/** `fragment` with or without its `#`; null when it is not that of a mailed link. */
export function readMailedLink(fragment: string, origin: string): MailedLink | null {
  const said = new URLSearchParams(fragment.replace(/^#/, ''))
  const tokenHash = said.get('token_hash')
  const type = LINK_TYPES.find((one) => one === said.get('type'))
  if (!tokenHash || !type) return null
  return { tokenHash, type, target: targetOf(said.get('redirect_to'), origin) }
}

function targetOf(redirectTo: string | null, origin: string): string {
  const wanted = redirectTo && URL.canParse(redirectTo) ? new URL(redirectTo) : null
  return wanted?.origin === origin ? wanted.pathname + wanted.search : paths.dashboard
}

export type LinkOutcome =
  | 'signed-in'
  /** A change of e-mail waits for the link that went to the other address. */
  | 'half'
  /** Used, too old, or never one of ours. */
  | 'dead'
  | 'inactive'
  | 'too-many'
  /** Nobody answered: pressing again may help. */
  | 'unanswered'

const REFUSALS: Record<string, LinkOutcome> = {
  user_banned: 'inactive',
  over_request_rate_limit: 'too-many',
}

/** Uses the link up; a session arrives through the session provider. */
export async function followMailedLink({ tokenHash, type }: MailedLink): Promise<LinkOutcome> {
  try {
    const { data, error } = await (await auth()).verifyOtp({ token_hash: tokenHash, type })
    if (!error) return data.session ? 'signed-in' : 'half'
    if (error.name === 'AuthRetryableFetchError') return 'unanswered'
    return REFUSALS[error.code ?? ''] ?? 'dead'
  } catch {
    // The auth client itself did not arrive.
    return 'unanswered'
  }
}
