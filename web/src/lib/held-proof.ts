/**
 * The secret of the last proof that was given in this tab (server/doors/auth/proofs.ts): it goes with the change that it was given
 * for. Kept in memory alone, so that whoever takes the stored session has none.
 */
const HEADER = 'X-Proof'
const CHANGES = /\/(factors(\/[^/]+)?|user\/identities\/[^/]+|recovery-codes)$/
let held: string | null = null

/** `init` with the proof, where the auth door's call at `url` may ask for it. */
export function withHeldProof(url: string, init: RequestInit = {}): RequestInit {
  if (held === null || !CHANGES.test(new URL(url, location.origin).pathname)) return init
  const headers = new Headers(init.headers)
  headers.set(HEADER, held)
  return { ...init, headers }
}

/** Keeps the proof that an answer brings. */
export function holdProof(response: Response): Response {
  held = response.headers.get(HEADER) ?? held
  return response
}
