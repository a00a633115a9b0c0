/**
 * A key of this browser's own that goes with its sign-ups and with the confirmation of their addresses: only together do
 * the password and the profile last (server/doors/auth/sign-up-proof.ts).
 */
const MEMORY = 'tune-sign-up-key'

/** `init` with the key, where the auth door's call at `url` asks for it. A browser that never signed anybody up has none. */
export function withSignUpKey(url: string, init: RequestInit = {}): RequestInit {
  const call = new URL(url, location.origin).pathname
  if (call.endsWith('/signup') && !localStorage.getItem(MEMORY))
    localStorage.setItem(MEMORY, crypto.randomUUID())
  const key = /\/(signup|verify)$/.test(call) ? localStorage.getItem(MEMORY) : null
  if (key === null) return init
  const headers = new Headers(init.headers)
  headers.set('X-Sign-Up-Key', key)
  return { ...init, headers }
}
