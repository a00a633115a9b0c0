import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchEarly, fetchOnce } from './early-fetches.ts'
import { announceFirstView } from './first-view.ts'

const HERE = 'http://tune.test/api/v1/balance'
const as = (name: string) => new Headers({ Authorization: `Bearer ${name}` })

let asked = 0
beforeEach(() => {
  asked = 0
  vi.stubGlobal('fetch', async () => new Response(String(++asked)))
})
afterEach(() => vi.unstubAllGlobals())

const answerTo = async (init: RequestInit & { headers: Headers }) =>
  (await fetchOnce(HERE, init).answer).text()

test('who asks for the same first has the answer that is on its way, and only they', async () => {
  fetchEarly(HERE, as('ana'))
  expect(await answerTo({ method: 'GET', headers: as('ana') })).toBe('1')
  expect(await answerTo({ method: 'GET', headers: as('ana') })).toBe('2')
})

test('another person, another method and another address ask for themselves', async () => {
  fetchEarly(HERE, as('ana'))
  expect(await answerTo({ method: 'GET', headers: as('leo') })).toBe('2')
  fetchEarly(HERE, as('ana'))
  expect(await answerTo({ method: 'POST', headers: as('ana') })).toBe('4')
  fetchEarly(`${HERE}s`, as('ana'))
  expect(await answerTo({ method: 'GET', headers: as('ana') })).toBe('6')
})

test('a failure is told to whoever takes the answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  fetchEarly(HERE, as('ana'))
  await expect(answerTo({ method: 'GET', headers: as('ana') })).rejects.toThrow('Failed to fetch')
})

test('what nobody wanted for the first view is old afterwards', async () => {
  fetchEarly(HERE, as('ana'))
  announceFirstView()
  await Promise.resolve()
  expect(await answerTo({ method: 'GET', headers: as('ana') })).toBe('2')
})
