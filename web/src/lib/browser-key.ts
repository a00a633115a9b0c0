/**
 * A key of this browser's own. It goes with sign-ups and with the confirmation of their addresses: only together do the
 * password and the profile last (server/doors/auth/sign-up-proof.ts). And it goes with sign-ins, so that strangers who
 * guess at the password do not lock this browser out (server/doors/auth/known-browsers.ts).
 */
const MEMORY = 'tune-browser-key'
const CALLS = /\/(signup|verify|token)$/

/** `init` with the key, where the auth door's call at `url` asks for it. */
export function withBrowserKey(url: string, init: RequestInit = {}): RequestInit {
  if (!CALLS.test(new URL(url, location.origin).pathname)) return init
  const key = localStorage.getItem(MEMORY) ?? crypto.randomUUID()
  localStorage.setItem(MEMORY, key)
  const headers = new Headers(init.headers)
  headers.set('X-Browser-Key', key)
  return { ...init, headers }
}
