/** What every call of the product API carries, and how a failed one is reported. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, api, download, downloadFrom } from './api.ts'
import { loadConfig } from './config.ts'
import { i18n } from './i18n.ts'
import { auth } from './supabase.ts'

const KEY = 'sb-tune-auth-token'
const inAnHour = () => Math.round(Date.now() / 1000) + 3600
const kept = new Map<string, string>()

let answer: () => Response | Promise<Response>
let sent: Request
/** What the auth API answers to a token refresh, and how often it was asked. */
const renew = vi.fn<() => Response>()
beforeEach(async () => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const session = { access_token: 'a-session', refresh_token: 'r', expires_at: inAnHour(), user: { id: 'u' } }
  kept.set(KEY, JSON.stringify(session))
  // The auth client stores a session only where it finds these parts of a browser.
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('location', { origin: 'http://tune.test', hash: '', search: '' })
  const location = new URL('http://tune.test')
  vi.stubGlobal('window', { location, addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json') return Response.json({ anonKey: 'anon' })
    if (input.includes('/auth/v1/token')) return renew()
    sent = new Request(input, init)
    return answer()
  })
  await loadConfig()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('carries the session, and no stored answer will do', async () => {
  answer = () => Response.json({ data: 1 })
  expect(await api('GET /balance')).toEqual({ data: 1 })
  expect([sent.method, sent.url]).toEqual(['GET', 'http://tune.test/api/v1/balance'])
  expect(sent.headers.get('authorization')).toBe('Bearer a-session')
  expect(sent.headers.get('cache-control')).toBe('no-cache')

  await api('POST /play', { body: { UID: 'x' }, idempotencyKey: 'once' })
  expect([sent.method, await sent.json()]).toEqual(['POST', { UID: 'x' }])
  expect(sent.headers.get('idempotency-key')).toBe('once')
  expect(sent.headers.get('cache-control')).toBe('no-cache')
})

test('what fails is thrown to whoever asked, with its reason, and the console stays empty', async () => {
  const written = vi.spyOn(console, 'error')
  answer = () => Response.json({ data: { code: 'too_many', error: 'Devagar.' } }, { status: 429 })
  const refused = await api('POST /play', { body: { UID: 'x' } }).catch((fault) => fault)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 429, code: 'too_many', message: 'Devagar.', isFinal: false })
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  await expect(api('POST /play', { body: { UID: 'x' } })).rejects.toMatchObject({
    status: 502,
    code: null,
    message: '',
    isFinal: false,
  })
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(api('POST /play', { body: { UID: 'x' } })).rejects.toMatchObject({
    name: 'ApiError',
    status: 0,
    code: null,
  })
  expect(written).not.toHaveBeenCalled()
})

test('what the gateway before the doors refuses in English is said in words of ours', async () => {
  vi.spyOn(i18n, 't').mockImplementation(((key: string) => key) as never)
  answer = () => Response.json({ code: 'too_many_requests', message: 'Too many at once.' }, { status: 429 })
  await expect(api('GET /balance')).rejects.toMatchObject({ status: 429, message: 'common:tooOften' })
})

test('an answer that is cut, or does not begin within a minute, is lost, and says so', async () => {
  const lost = { status: 0, code: null, message: i18n.t('common:offline') }
  answer = () => new Response('{"data":')
  await expect(api('GET /balance')).rejects.toMatchObject(lost)
  vi.useFakeTimers()
  answer = () => new Promise(() => {})
  const asking = expect(api('POST /play', { body: { UID: 'x' } })).rejects.toMatchObject(lost)
  await vi.advanceTimersByTimeAsync(60_000)
  await asking
})

test('a token taken for a dead one is renewed and the call sent once more; without another one the refusal stands', async () => {
  const dead = () => Response.json({ data: { code: 'unauthenticated', error: 'Entre.' } }, { status: 401 })
  const another = () =>
    Response.json({
      access_token: 'another',
      refresh_token: 's',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: inAnHour(),
      user: { id: 'u', aud: 'authenticated' },
    })
  await (await auth()).stopAutoRefresh()
  answer = dead
  renew.mockImplementation(() => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 }))
  await expect(api('GET /balance')).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(renew).toHaveBeenCalledTimes(1)

  kept.set(KEY, (kept.get(KEY) ?? '').replace('"r"', '"another"'))
  renew.mockClear()
  renew.mockImplementation(another)
  answer = () =>
    sent.headers.get('authorization') === 'Bearer another' ? Response.json({ data: 1 }) : dead()
  expect(await api('POST /play', { body: { UID: 'x' }, idempotencyKey: 'once' })).toEqual({ data: 1 })
  expect([await sent.json(), sent.headers.get('idempotency-key')]).toEqual([{ UID: 'x' }, 'once'])
  expect(renew).toHaveBeenCalledTimes(1)

  renew.mockClear()
  answer = dead
  await expect(api('GET /balance')).rejects.toMatchObject({ status: 401 })
  expect(renew).toHaveBeenCalledTimes(1)
})

test('a file is told of part by part, and comes whole or not at all', async () => {
  const parts = ['name\n', 'Ana\nRui\n', 'Zé\n']
  const stream = (fault?: Error) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
        if (fault) controller.error(fault)
        else controller.close()
      },
    })
  answer = () => new Response(stream(), { headers: { 'content-type': 'text/csv' } })
  const told: number[] = []
  const file = await downloadFrom('GET /admin/users.csv', {}, (part) => told.push(part.length))
  expect(await file.text()).toBe(parts.join(''))
  expect(file.type).toBe('text/csv')
  expect(told).toEqual([5, 8, 4])

  answer = () => new Response(stream(new Error('cut')))
  await expect(download('GET /admin/users.csv', {})).rejects.toMatchObject({ name: 'ApiError', status: 0 })
})
