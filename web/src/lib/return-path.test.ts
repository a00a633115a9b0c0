import { beforeEach, expect, test, vi } from 'vitest'
import { awaitedAt, forgetReturn, rememberReturn, returnPath } from './return-path.ts'

const NOW = 1_795_253_400_000
const PAGE = '/p/0d6f1c4e-8a4e-4c38-9f3a-1c7d8f3f9b11'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('leads back to a project’s page for an hour, or until one is there', () => {
  expect(returnPath(NOW)).toBeNull()
  rememberReturn(PAGE, NOW)
  expect(returnPath(NOW + 3_599_999)).toBe(PAGE)
  expect(returnPath(NOW + 3_600_000)).toBeNull()
  expect(returnPath(NOW - 1)).toBeNull()
  forgetReturn()
  expect(returnPath(NOW)).toBeNull()
})

test('leads back to a work inside the product, where its waiting room is', () => {
  const inside = PAGE.replace('/p/', '/project/')
  rememberReturn(inside, NOW)
  expect(returnPath(NOW)).toBe(inside)
})

test('leads back to an artist’s page and to an invitation', () => {
  for (const path of ['/a/nara-vidal', `/invitation/${'aB3_-'.repeat(8)}xyz`]) {
    rememberReturn(path, NOW)
    expect(returnPath(NOW)).toBe(path)
  }
})

test.each([
  PAGE.replace('/p/', '/auction/'),
  PAGE.replace('/p/', '/payment/'),
  `${PAGE.replace('/p/', '/payment/')}?gift`,
  `${PAGE.replace('/p/', '/payment/')}?tip`,
  '/shelf',
  '/shelf/security',
  PAGE.replace('/p/', '/shelf?play='),
  '/bids',
  '/statement',
  PAGE.replace('/p/', '/statement/deposit%3A'),
  '/redeem-balance',
  '/deposit?amount=1500',
  '/support/12',
  '/alerts',
  '/admin/projects?sort=oldest&q=mare',
  '/admin/requests?tab=refunds&search=ana%20paula',
])('leads on to %s, where a mail leads', (path) => {
  rememberReturn(path, NOW)
  expect(returnPath(NOW)).toBe(path)
})

test('what is not allowed does not replace what was remembered', () => {
  rememberReturn(PAGE, NOW)
  rememberReturn('/dashboard', NOW)
  expect(returnPath(NOW)).toBe(PAGE)
})

test.each([
  '/statement/../admin',
  '/statement//evil.example',
  '/shelf?play=https://evil.example',
  '/administrator',
  '/admin/../shelf',
  '/admin//evil.example',
  '/a/../admin',
  '/invitation/short',
  'https://evil.example',
  '//evil.example/p/1',
  '/dashboard',
  `${PAGE}/../../x`,
  'javascript:alert(1)',
])('never to %s', (path) => {
  rememberReturn(path, NOW)
  expect(returnPath(NOW)).toBeNull()
})

test('what somebody else has written there is nothing', () => {
  for (const text of ['{', 'null', '[]', '"x"', '{"path":1,"at":"x"}']) {
    localStorage.setItem('tune-return', text)
    expect(returnPath(NOW)).toBeNull()
  }
})

test('says which work or gift a path is about', () => {
  const uid = PAGE.slice(3)
  for (const place of ['p', 'project', 'auction', 'payment'])
    expect(awaitedAt(`/${place}/${uid}`)).toEqual({ kind: 'work', of: uid })
  expect(awaitedAt(`/payment/${uid}?gift`)).toEqual({ kind: 'work', of: uid })
  expect(awaitedAt('/gift#secret')).toEqual({ kind: 'gift', of: 'secret' })
  for (const other of ['', '/shelf', `/studio/works/${uid}`]) expect(awaitedAt(other)).toBeNull()
})
