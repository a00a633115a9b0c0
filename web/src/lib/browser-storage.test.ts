import { expect, test, vi } from 'vitest'
import { browserKey } from './browser-key.ts'
import { inBrowser, inTab } from './browser-storage.ts'
import { claimDrafts, keepDraft, readDraft } from './draft.ts'
import { playingDevice } from './playing-device.ts'
import { forgetReturn, rememberReturn, returnPath } from './return-path.ts'
import { forgetShownFailure, rememberShownFailure, wasFailureShown } from './shown-failure.ts'

const refuse = () => {
  throw new DOMException('denied', 'SecurityError')
}

/** Full, and empty. */
function stubStorage(part: object = {}) {
  const full = { getItem: () => null, setItem: refuse, removeItem: () => undefined, length: 0, ...part }
  vi.stubGlobal('localStorage', full)
  vi.stubGlobal('sessionStorage', full)
}

const NOW = 1_795_253_400_000

test.each([
  ['is full', () => stubStorage()],
  ['is forbidden', () => stubStorage({ getItem: refuse, removeItem: refuse })],
])('where storage %s, everything lasts as long as the page', (_, stub) => {
  stub()
  keepDraft('support', { text: 'Oi' })
  expect(readDraft('support', { text: '' })).toEqual({ text: 'Oi' })
  claimDrafts('ana')
  claimDrafts('bia')
  expect(readDraft('support', { text: '' })).toEqual({ text: '' })
  rememberReturn('/bids', NOW)
  expect(returnPath(NOW)).toBe('/bids')
  forgetReturn()
  expect(returnPath(NOW)).toBeNull()
  rememberShownFailure('bid', NOW)
  expect(wasFailureShown('bid', NOW)).toBe(true)
  forgetShownFailure('bid')
  expect(wasFailureShown('bid', NOW)).toBe(false)
  expect(browserKey()).toBe(browserKey())
  expect(playingDevice()).toBe(playingDevice())
  for (const storage of [inBrowser, inTab]) for (const key of storage.keys()) storage.remove(key)
})

test('a refusal that one tab has told is told in all, also after a reload', () => {
  const stores = [new Map<string, string>(), new Map<string, string>()]
  for (const [place, name] of ['localStorage', 'sessionStorage'].entries()) {
    const kept = stores[place] as Map<string, string>
    vi.stubGlobal(name, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    })
  }
  rememberShownFailure('mint', NOW)
  // Another tab has storage of its own beside the browser's.
  stores[1]?.clear()
  expect(wasFailureShown('mint', NOW + 59_000)).toBe(true)
  expect(wasFailureShown('mint', NOW + 61_000)).toBe(false)
  forgetShownFailure('mint')
  expect(wasFailureShown('mint', NOW)).toBe(false)
})

test('a tab that is cleared has nothing left, whether it was kept or not', () => {
  const kept = new Map([['a', 'kept']])
  stubStorage({ getItem: (key: string) => kept.get(key) ?? null, clear: () => kept.clear() })
  inTab.write('b', 'unkept')
  inTab.clear()
  expect([inTab.read('a'), inTab.read('b')]).toEqual([null, null])
})

test('what could not be kept is what is read, until it can be', () => {
  const kept = new Map([['a', 'old']])
  let hasRoom = false
  stubStorage({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => (hasRoom ? kept.set(key, text) : refuse()),
  })
  inBrowser.write('a', 'new')
  expect([inBrowser.read('a'), inBrowser.keys()]).toEqual(['new', ['a']])
  hasRoom = true
  inBrowser.write('a', 'newer')
  expect([inBrowser.read('a'), kept.get('a'), inBrowser.keys()]).toEqual(['newer', 'newer', []])
})
