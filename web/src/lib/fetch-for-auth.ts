/** How the auth client's requests are sent, and what it hears of the answers. */
import { withBrowserKey } from './browser-key.ts'
import { holdProof, withHeldProof } from './held-proof.ts'
import { inTime } from './in-time.ts'

/** Said of a session that ended because its account was deactivated. */
const INACTIVE = 'user_banned'
let foundInactive = false

/**
 * Whether a renewal was refused since the last session began because the account was deactivated: the client keeps no reason, and is
 * only told the first time, when the session still exists.
 */
export function endedAsInactive(): boolean {
  return foundInactive
}

/** With these codes the server says that a session has ended, or that its token never was one. */
const ENDED = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  INACTIVE,
  'user_not_found',
  'validation_failed',
])

/**
 * The client removes a session whose renewal is refused after its token has expired, for whatever reason. Only a clear word
 * that it has ended is one: too many requests behind one address, or a page of somebody in between, are no answer, after
 * which it tries again as if the server were away.
 */
export function fetchForAuth(hasExpired: () => boolean): typeof fetch {
  return async (input, init) => {
    const response = await fetchWithLocalExpiry(input as RequestInfo, init)
    const isRenewal = String(input).includes('grant_type=refresh_token')
    if (!isRenewal || response.ok || response.status >= 500) return response
    const said = await response
      .clone()
      .json()
      .catch(() => null)
    const code = said?.error_code ?? said?.code
    if (code === INACTIVE) foundInactive = true
    return ENDED.has(code) || !hasExpired() ? response : Response.json({}, { status: 503 })
  }
}

/**
 * Removes `expires_at`, the server's time at which a session's token expires, so that the client calculates it
 * from the local clock: a device whose clock is hours ahead would otherwise refresh the token before each call,
 * and one that is behind would never refresh it.
 */
async function fetchWithLocalExpiry(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = String(input)
  const response = holdProof(await inTime(fetch(input, withHeldProof(url, withBrowserKey(url, init)))))
  if (!response.ok) return response
  const answer = await response
    .clone()
    .json()
    .catch(() => null)
  if (!answer?.access_token) return response
  foundInactive = false
  const { expires_at: _, ...session } = answer
  return Response.json(session)
}
