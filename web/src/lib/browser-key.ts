/**
 * A key of this browser's own. It goes with sign-ups and with the confirmation of their addresses: only together do the
 * password and the profile last (server/doors/auth/whose-account.ts). And it goes with sign-ins, so that strangers who
 * guess at the password do not lock this browser out (server/doors/auth/known-browsers.ts), and with the question whether
 * mails come back, which is answered to nobody else (server/product/alerts/returned-to.ts).
 */
import { inBrowser } from './browser-storage.ts'

const MEMORY = 'tune-browser-key'
export const BROWSER_KEY_HEADER = 'X-Browser-Key'
const CALLS = /\/(signup|verify|token|undo)$/

/** `init` with the key, where the auth door's call at `url` asks for it. */
export function withBrowserKey(url: string, init: RequestInit = {}): RequestInit {
  if (!CALLS.test(new URL(url, location.origin).pathname)) return init
  const headers = new Headers(init.headers)
  headers.set(BROWSER_KEY_HEADER, browserKey())
  return { ...init, headers }
}

export function browserKey(): string {
  const key = inBrowser.read(MEMORY) ?? crypto.randomUUID()
  inBrowser.write(MEMORY, key)
  return key
}
