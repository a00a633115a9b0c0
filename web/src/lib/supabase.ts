/**
 * The official clients of the four Supabase-compatible APIs, each loaded when it is first needed: signing in
 * needs only `auth`, and tables and realtime come later.
 */
import type { Session as AuthSession, GoTrueClient } from '@supabase/auth-js'
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import { inBrowser } from './browser-storage.ts'
import { config } from './config.ts'
import { fetchOnce } from './early-fetches.ts'
import { fetchForAuth } from './fetch-for-auth.ts'
import { loadAgain } from './load-again.ts'

let authClient: Promise<GoTrueClient> | null = null
let noteClientRequest: () => void
/** Resolves when the auth client is first requested. */
export const clientRequested = new Promise<void>((resolve) => {
  noteClientRequest = resolve
})
let restClient: Promise<PostgrestClient> | null = null
let realtimeClient: Promise<RealtimeClient> | null = null

/** The key under which supabase-js itself stores a session, so that changing clients signs nobody out. */
export function storageKey(): string {
  return `sb-${new URL(config().url).hostname.split('.')[0]}-auth-token`
}

/** The auth client. The first view does not need it. */
export function auth(): Promise<GoTrueClient> {
  noteClientRequest()
  authClient ??= import('@supabase/auth-js').then(
    ({ GoTrueClient }) => {
      const { url, anonKey } = config()
      return new GoTrueClient({
        url: `${url}/auth/v1`,
        headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
        storageKey: storageKey(),
        fetch: fetchForAuth(() => (storedSession()?.expires_at ?? 0) * 1000 <= Date.now()),
        persistSession: true,
        autoRefreshToken: true,
        detectSessionInUrl: true,
        // A session comes from the address only in exchange for a code that this browser has asked for: a link with
        // somebody's tokens in it signs nobody in.
        flowType: 'pkce',
      })
    },
    forgetAndThrow(() => {
      authClient = null
    }),
  )
  return authClient
}

/** Discards a client whose code could not be loaded, so that the next caller tries again. */
function forgetAndThrow(forget: () => void): (fault: unknown) => never {
  return (fault) => {
    forget()
    throw fault
  }
}

/** The auth client's own margin: it refreshes a token that expires sooner. */
const EXPIRY_MARGIN_S = 90

/** The session that the client has stored in this browser, whether or not its token has expired. */
export function storedSession(): AuthSession | null {
  try {
    const kept = JSON.parse(inBrowser.read(storageKey()) ?? 'null') as Partial<AuthSession> | null
    return kept?.access_token && kept.user?.id ? (kept as AuthSession) : null
  } catch {
    return null
  }
}

/**
 * The stored session while its token is valid, for use without loading the client. Null when the client has to
 * be asked, also because the address may contain a session or an error.
 */
export function validSession(): AuthSession | null {
  if (location.hash !== '' || location.search !== '') return null
  const kept = storedSession()
  const lasts = (kept?.expires_at ?? 0) - EXPIRY_MARGIN_S > Date.now() / 1000
  return lasts ? kept : null
}

/** Preloads the clients that the first view needs, if this browser seems to have a session (public/theme.js). */
export function fetchClientsEarly(): void {
  if (document.documentElement.dataset.session !== 'kept') return
  // If this fails, the real import fails too, and shows the error.
  void import('@supabase/postgrest-js').catch(() => undefined)
  if (!validSession()) void import('@supabase/auth-js').catch(() => undefined)
}

/** False if nobody can be signed in: there is no session in this browser, and nothing in the address. */
export function mayBeSignedIn(): boolean {
  return inBrowser.read(storageKey()) !== null || location.hash !== '' || location.search !== ''
}

/** The session's access token, refreshed if it is about to expire; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const kept = authClient ? null : validSession()
  if (kept) return kept.access_token
  const { data } = await (await auth()).getSession()
  return data.session?.access_token ?? null
}

let renewing: Promise<boolean> | null = null
let hasEnded = false
let sessionEndListener = () => {
  hasEnded = true
}

/** Calls `listener` when the server turns out to have ended the session, at once if that has already happened. */
export function onSessionEnd(listener: () => void): void {
  if (hasEnded) listener()
  sessionEndListener = listener
}

/**
 * Refreshes a token that the server has refused. Resolves with true once there is a new one; a session that has
 * ended is removed. Concurrent callers share one refresh.
 */
export function renewSession(): Promise<boolean> {
  renewing ??= renew()
    .catch(() => false)
    .finally(() => {
      renewing = null
    })
  return renewing
}

async function renew(): Promise<boolean> {
  const client = await auth()
  const { error } = await client.refreshSession()
  if (!error) return true
  const { status = 0 } = error
  const isOver = status >= 400 && status < 500 && status !== 429
  // The client itself would keep the session while its token has not expired.
  if (isOver) {
    sessionEndListener()
    await client.signOut({ scope: 'local' })
  }
  return false
}

/** Removes the session from this browser, even if the server cannot be told. */
export function forgetSession(): void {
  inBrowser.remove(storageKey())
}

export function rest(): Promise<PostgrestClient> {
  restClient ??= import('@supabase/postgrest-js').then(
    ({ PostgrestClient }) => {
      return new PostgrestClient(`${config().url}/rest/v1`, { schema: 'public', fetch: fetchAsCaller })
    },
    forgetAndThrow(() => {
      restClient = null
    }),
  )
  return restClient
}

/**
 * Sends a request with the session's token, or without one when nobody is signed in. If the server refuses the
 * token, which a device with a slow clock may believe to be valid, it is refreshed once. Throws when it is
 * unknown whether a session is still valid: as an anonymous request it would be refused as if the session had
 * ended.
 */
export async function sendAsCaller(send: (token: string | null) => Promise<Response>): Promise<Response> {
  const token = await accessToken()
  if (token === null && storedSession()) throw new TypeError('The session could not be renewed')
  const response = await send(token)
  if (token === null || !(await isTokenRefused(response)) || !(await renewSession())) return response
  return send(await accessToken())
}

async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.status !== 400) return response.status === 401
  // The store of files answers every refusal with 400, and says in words which it is.
  const said: { message?: unknown } | null = await response
    .clone()
    .json()
    .catch(() => null)
  return said?.message === '"exp" claim timestamp check failed'
}

/** Calls one of the compatible APIs as the person signed in, or anonymously. */
export function fetchAsCaller(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  return sendAsCaller(
    (token) => fetchOnce(String(input), { ...init, headers: callerHeaders(token, init.headers) }).answer,
  )
}

/** The headers of a call to the compatible APIs; anonymous without a `token`. */
export function callerHeaders(token: string | null, others?: HeadersInit): Headers {
  const { anonKey } = config()
  const headers = new Headers(others)
  headers.set('apikey', anonKey)
  headers.set('Authorization', `Bearer ${token ?? anonKey}`)
  return headers
}

/** The realtime client, authenticated as the current session: a channel is joined with the token of that moment. */
export function realtime(): Promise<RealtimeClient> {
  return loadAgain(openRealtime)
}

async function openRealtime(): Promise<RealtimeClient> {
  realtimeClient ??= import('@supabase/realtime-js').then(
    ({ RealtimeClient }) => {
      const { url, anonKey } = config()
      return new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
        params: { apikey: anonKey },
        // Both from the specification, section 9.
        heartbeatIntervalMs: 30_000,
        timeout: 10_000,
        // Between two screens the last channel may be left before the next is joined: the connection stays
        // open.
        disconnectOnEmptyChannelsAfterMs: 10_000,
        accessToken,
      })
    },
    forgetAndThrow(() => {
      realtimeClient = null
    }),
  )
  const client = await realtimeClient
  await client.setAuth()
  return client
}
