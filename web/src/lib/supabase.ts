/**
 * The official clients of our four compatible doors, each part loaded when it is first needed: signing in
 * takes only `auth`; tables and live changes come after it.
 */
import type { Session as AuthSession, GoTrueClient } from '@supabase/auth-js'
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import { askOnce } from './asked-early.ts'
import { config } from './config.ts'
import { inTime } from './in-time.ts'
import { loadAgain } from './load-again.ts'

let authClient: Promise<GoTrueClient> | null = null
let noteClient: () => void
/** Resolves when somebody first asks for the auth client. */
export const clientIsAsked = new Promise<void>((resolve) => {
  noteClient = resolve
})
let restClient: Promise<PostgrestClient> | null = null
let realtimeClient: Promise<RealtimeClient> | null = null

/** The key under which supabase-js itself keeps a session, so that changing clients signs nobody out. */
function storageKey(): string {
  return `sb-${new URL(config().url).hostname.split('.')[0]}-auth-token`
}

/** The auth client. It comes after the first screen, which nobody has to wait for it to see. */
export function auth(): Promise<GoTrueClient> {
  noteClient()
  authClient ??= import('@supabase/auth-js').then(
    ({ GoTrueClient }) => {
      const { url, anonKey } = config()
      return new GoTrueClient({
        url: `${url}/auth/v1`,
        headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
        storageKey: storageKey(),
        fetch: fetchByOwnClock,
        persistSession: true,
        autoRefreshToken: true,
        detectSessionInUrl: true,
        flowType: 'implicit',
      })
    },
    lostOnTheWay(() => {
      authClient = null
    }),
  )
  return authClient
}

/** Whoever asks next tries again: `forget` lets go of the client whose code did not come. */
function lostOnTheWay(forget: () => void): (fault: unknown) => never {
  return (fault) => {
    forget()
    throw fault
  }
}

/**
 * The server says by its own clock when a session's token ends. A device whose clock is hours ahead would renew it before
 * each call, one that is behind would not renew it at all; without that word the client counts from now.
 */
async function fetchByOwnClock(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await inTime(fetch(input, init))
  if (!response.ok) return response
  const answer = await response
    .clone()
    .json()
    .catch(() => null)
  if (!answer?.access_token) return response
  const { expires_at: _, ...session } = answer
  return Response.json(session)
}

/** As the client has it: a token that ends sooner is renewed before it is used. */
const EXPIRY_MARGIN_S = 90

/** The session that the client keeps in this browser, however old its token. */
export function storedSession(): AuthSession | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey()) ?? 'null') as Partial<AuthSession> | null
    return kept?.access_token && kept.user?.id ? (kept as AuthSession) : null
  } catch {
    return null
  }
}

/**
 * That session while its token lasts. Whoever only reads with it need not wait for the client, which costs a cheap phone a
 * while. Null when the client has to be asked, also about what the address may say.
 */
export function keptSession(): AuthSession | null {
  if (location.hash !== '' || location.search !== '') return null
  const kept = storedSession()
  const lasts = (kept?.expires_at ?? 0) - EXPIRY_MARGIN_S > Date.now() / 1000
  return lasts ? kept : null
}

/** Fetches the clients that a session which this browser seems to keep (public/theme.js has onVisibilityChange) needs for the first view. */
export function fetchClientsEarly(): void {
  if (document.documentElement.dataset.session !== 'kept') return
  // If this fails, the real import fails too, and shows it.
  void import('@supabase/postgrest-js').catch(() => undefined)
  if (!keptSession()) void import('@supabase/auth-js').catch(() => undefined)
}

/** Whether this browser or this address holds a session, or word of one: if not, nobody is signed in. */
export function mayBeSignedIn(): boolean {
  return localStorage.getItem(storageKey()) !== null || location.hash !== '' || location.search !== ''
}

/** The session's access token, refreshed if it is about to end; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const kept = authClient ? null : keptSession()
  if (kept) return kept.access_token
  const { data } = await (await auth()).getSession()
  return data.session?.access_token ?? null
}

let renewing: Promise<boolean> | null = null
let hasEnded = false
let tellEnd = () => {
  hasEnded = true
}

/** Calls `tell` when the server turns out to have ended the session; at once if that was found before anybody listened. */
export function whenSessionEnds(tell: () => void): void {
  if (hasEnded) tell()
  tellEnd = tell
}

/**
 * For a token that the server has refused. True once the client has another one; a session that has ended is left. Asking
 * while it is being renewed waits for the same answer.
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
  // The client itself keeps a session while its token looks good.
  if (isOver) {
    tellEnd()
    await client.signOut({ scope: 'local' })
  }
  return false
}

/** Forgets the session in this browser, even when the server cannot be told. */
export function forgetSession(): void {
  localStorage.removeItem(storageKey())
}

export function rest(): Promise<PostgrestClient> {
  restClient ??= import('@supabase/postgrest-js').then(
    ({ PostgrestClient }) => {
      return new PostgrestClient(`${config().url}/rest/v1`, { schema: 'public', fetch: fetchAsCaller })
    },
    lostOnTheWay(() => {
      restClient = null
    }),
  )
  return restClient
}

/**
 * Asks with the session's token, or with none when nobody is signed in. A token that is taken for a dead one (as by the
 * clock of a device that runs behind it seems to last longer than it does) is renewed, once. Throws when nobody answered
 * whether a session still lasts: asking as nobody would be told that it has ended.
 */
export async function askAsCaller(ask: (token: string | null) => Promise<Response>): Promise<Response> {
  const token = await accessToken()
  if (token === null && storedSession()) throw new TypeError('The session could not be renewed')
  const response = await ask(token)
  if (response.status !== 401 || token === null || !(await renewSession())) return response
  return ask(await accessToken())
}

/** Calls one of our compatible doors in the caller's name, or in nobody's. */
export function fetchAsCaller(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  return askAsCaller(
    (token) => askOnce(String(input), { ...init, headers: callerHeaders(token, init.headers) }).answer,
  )
}

/** What a call of our compatible doors says of its caller; nobody without a `token`. */
export function callerHeaders(token: string | null, others?: HeadersInit): Headers {
  const { anonKey } = config()
  const headers = new Headers(others)
  headers.set('apikey', anonKey)
  headers.set('Authorization', `Bearer ${token ?? anonKey}`)
  return headers
}

/** The line for live changes, under the session of this moment: a channel is joined as whoever this says. */
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
        // From one screen to the next the last channel may be left before the next is joined: the line stays.
        disconnectOnEmptyChannelsAfterMs: 10_000,
        accessToken,
      })
    },
    lostOnTheWay(() => {
      realtimeClient = null
    }),
  )
  const client = await realtimeClient
  await client.setAuth()
  return client
}
