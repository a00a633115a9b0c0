/** The constants of the specification, section 9, in the clients that the browser really gets. */
import {
  AUTO_REFRESH_TICK_DURATION_MS,
  EXPIRY_MARGIN_MS,
} from '@supabase/auth-js/dist/module/lib/constants.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config, loadConfig } from './config.ts'
import {
  accessToken,
  auth,
  fetchAsCaller,
  forgetSession,
  onSessionEnd,
  realtime,
  renewSession,
  validSession,
} from './supabase.ts'

const HOST = 'http://tune.test'
const KEY = 'sb-tune-auth-token'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
/** How the server answers every auth request. */
const unavailable = () => Response.json({}, { status: 503 })
let answer: (address: string, init?: RequestInit) => Response = unavailable
const asked: number[] = []

beforeEach(async () => {
  vi.stubGlobal('localStorage', storage)
  // The auth client stores a session only where it finds these parts of a browser.
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('window', { location: new URL(HOST), addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json') return Response.json({ anonKey: 'anon' })
    asked.push(Date.now())
    return answer(input, init)
  })
  vi.stubGlobal('location', { origin: HOST, hash: '', search: '' })
  await loadConfig()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  answer = unavailable
  kept.clear()
  asked.length = 0
})

function keep(seconds: number): void {
  const expires_at = Math.round(Date.now() / 1000) + seconds
  kept.set(KEY, JSON.stringify({ access_token: 'a', refresh_token: 'r', expires_at, user: { id: 'u' } }))
}

/** A new session from the server, which by its clock expires in `seconds` of ours. */
function renewed(seconds: number): Response {
  const expires_at = Math.round(Date.now() / 1000) + seconds
  const user = { id: 'u', aud: 'authenticated' }
  return Response.json({
    access_token: 'b',
    refresh_token: 's',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user,
  })
}

test('a session that lasts is read without the client; one that ends soon, or is none, is the client’s to judge', async () => {
  expect(validSession()).toBe(null)
  keep(120)
  expect(validSession()?.user.id).toBe('u')
  expect(await accessToken()).toBe('a')
  keep(80)
  expect(validSession()).toBe(null)
  for (const nonsense of ['{', 'null', '"a"', '{"access_token":"a","expires_at":9999999999}']) {
    kept.set(KEY, nonsense)
    expect(validSession()).toBe(null)
  }
})

test('what the address says is the client’s to judge', () => {
  keep(120)
  vi.stubGlobal('location', { hash: '#access_token=b', search: '' })
  expect(validSession()).toBe(null)
  vi.stubGlobal('location', { hash: '', search: '?code=c' })
  expect(validSession()).toBe(null)
})

test('the live line beats every 30 s and waits 10 s', async () => {
  const line = await realtime()
  expect([line.heartbeatIntervalMs, line.timeout]).toEqual([30_000, 10_000])
})

test('a session is checked every 30 s and renewed 90 s before its end, again from 200 ms on', async () => {
  expect([AUTO_REFRESH_TICK_DURATION_MS, EXPIRY_MARGIN_MS]).toEqual([30_000, 90_000])
  expect(config().url).toBe(HOST)
  const client = await auth()
  await client.stopAutoRefresh()
  keep(120)
  expect((await client.getSession()).data.session?.access_token).toBe('a')
  expect(asked).toEqual([])

  vi.useFakeTimers()
  keep(60)
  const reading = client.getSession()
  await vi.advanceTimersByTimeAsync(30_000)
  await reading
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800].slice(0, pauses.length))
  expect(pauses.length).toBeGreaterThan(3)
  expect((asked.at(-1) ?? 0) - (asked[0] ?? 0)).toBeLessThan(30_000)
})

test('what this browser knows of a session is forgotten', () => {
  kept.set(KEY, '{}')
  forgetSession()
  expect(kept.size).toBe(0)
})

test('a session that the server has ended is left, though its token looks good; one it says nothing of stays', async () => {
  const client = await auth()
  await client.stopAutoRefresh()
  const told: string[] = []
  const { data } = client.onAuthStateChange((event) => void told.push(event))
  keep(3600)
  answer = () => Response.json({ code: 429, error_code: 'over_request_rate_limit' }, { status: 429 })
  expect(await renewSession()).toBe(false)
  expect(kept.has(KEY)).toBe(true)

  kept.set(KEY, (kept.get(KEY) ?? '').replace('"r"', '"another"'))
  const refusals: [RegExp, number, string][] = [
    [/logout/, 403, 'session_not_found'],
    [/token/, 400, 'refresh_token_not_found'],
  ]
  answer = (address) => {
    const [, status, error_code] = refusals.find(([path]) => path.test(address)) ?? [null, 404, '']
    return Response.json({ code: status, error_code }, { status })
  }
  expect(await Promise.all([renewSession(), renewSession()])).toEqual([false, false])
  expect([kept.has(KEY), told.filter((event) => event === 'SIGNED_OUT')]).toEqual([false, ['SIGNED_OUT']])
  // A listener that registers afterwards is told as well.
  const heard = vi.fn()
  onSessionEnd(heard)
  expect(heard).toHaveBeenCalledOnce()
  data.subscription.unsubscribe()
})

test('an ended token is kept where nobody says clearly that its session has ended', async () => {
  const client = await auth()
  await client.stopAutoRefresh()
  const unclear: [number, BodyInit][] = [
    [429, JSON.stringify({ code: 429, error_code: 'over_request_rate_limit' })],
    [403, '<html>Faça login na rede do café</html>'],
    [404, JSON.stringify({ message: 'no such route' })],
    [409, JSON.stringify({ code: 409, error_code: 'conflict' })],
  ]
  for (const [place, [status, body]] of unclear.entries()) {
    keep(-60)
    kept.set(KEY, (kept.get(KEY) ?? '').replace('"r"', `"unclear${place}"`))
    answer = () => new Response(body, { status })
    vi.useFakeTimers()
    const reading = client.getSession()
    await vi.advanceTimersByTimeAsync(60_000)
    await reading
    vi.useRealTimers()
    expect(kept.has(KEY), String(status)).toBe(true)
  }
})

test('what is refused for its token is sent once more with another; nobody’s call is not', async () => {
  const client = await auth()
  await client.stopAutoRefresh()
  const sent: (string | null)[] = []
  answer = (address, init) => {
    if (address.includes('/token')) return renewed(3600)
    sent.push(new Headers(init?.headers).get('authorization'))
    return Response.json(null, { status: sent.at(-1) === 'Bearer b' ? 200 : 401 })
  }
  expect((await fetchAsCaller(`${HOST}/rest/v1/users`)).status).toBe(401)
  expect(sent).toEqual(['Bearer anon'])

  keep(3600)
  kept.set(KEY, (kept.get(KEY) ?? '').replace('"r"', '"third"'))
  expect((await fetchAsCaller(`${HOST}/rest/v1/users`, { method: 'POST', body: '{}' })).status).toBe(200)
  expect(sent).toEqual(['Bearer anon', 'Bearer a', 'Bearer b'])
})

test('the store of files refuses a token in words, and every other refusal of its stays what it is', async () => {
  const client = await auth()
  await client.stopAutoRefresh()
  const sent: (string | null)[] = []
  const refuse = (message: string) => {
    answer = (address, init) => {
      if (address.includes('/token')) return renewed(3600)
      sent.push(new Headers(init?.headers).get('authorization'))
      if (sent.at(-1) === 'Bearer b') return Response.json({})
      return Response.json({ statusCode: '403', error: 'Unauthorized', message }, { status: 400 })
    }
  }
  const uploading = () => fetchAsCaller(`${HOST}/storage/v1/object/images/a.png`, { method: 'POST' })
  keep(3600)
  kept.set(KEY, (kept.get(KEY) ?? '').replace('"r"', '"files"'))
  refuse('new row violates row-level security policy')
  expect((await uploading()).status).toBe(400)
  refuse('"exp" claim timestamp check failed')
  expect((await uploading()).status).toBe(200)
  expect(sent).toEqual(['Bearer a', 'Bearer a', 'Bearer b'])
})

test('while nobody answers whether a session still lasts, nothing is asked as nobody', async () => {
  const client = await auth()
  await client.stopAutoRefresh()
  const sent: string[] = []
  answer = (address) => {
    if (!address.includes('/token')) sent.push(address)
    return unavailable()
  }
  vi.useFakeTimers()
  keep(-1)
  kept.set(KEY, (kept.get(KEY) ?? '').replace('"r"', '"of no answer"'))
  const asking = expect(fetchAsCaller(`${HOST}/rest/v1/users`)).rejects.toThrow(TypeError)
  await vi.advanceTimersByTimeAsync(30_000)
  await asking
  expect(sent).toEqual([])
})

test.each([-2, 2])('a session lasts its hour on a device whose clock is %i hours off', async (hours) => {
  const client = await auth()
  await client.stopAutoRefresh()
  let renewals = 0
  answer = () => {
    renewals++
    return renewed(3600 - hours * 3600)
  }
  keep(-1)
  kept.set(KEY, (kept.get(KEY) ?? '').replace('"r"', `"of ${hours}"`))
  expect([await accessToken(), await accessToken(), renewals]).toEqual(['b', 'b', 1])
  const left = (validSession()?.expires_at ?? 0) - Date.now() / 1000
  expect(Math.round(left / 60)).toBe(60)
})
