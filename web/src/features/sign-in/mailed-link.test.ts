import { expect, test } from 'vitest'
import { readMailedLink } from './mailed-link.ts'

const ORIGIN = 'https://tune.test'
const mailed = (redirectTo: string) =>
  `#token_hash=abc%2B%2F%3D&type=recovery&redirect_to=${encodeURIComponent(redirectTo)}`

test('says what the server wrote', () => {
  const link = { tokenHash: 'abc+/=', type: 'recovery', target: '/reset-password?a=b' }
  expect(readMailedLink(mailed(`${ORIGIN}/reset-password?a=b`), ORIGIN)).toEqual(link)
})

test.each([
  'https://evil.test/dashboard',
  'javascript:alert(1)',
  '//evil.test',
  `${ORIGIN}//evil.test`,
  '/shelf',
  '',
])('leads nowhere but to us: %s', (redirectTo) => {
  expect(readMailedLink(mailed(redirectTo), ORIGIN)?.target).toBe('/dashboard')
})

test.each(['', '#', '#token_hash=a', '#type=signup', '#token_hash=&type=signup', '#token_hash=a&type=sms'])(
  '%j is none',
  (fragment) => {
    expect(readMailedLink(fragment, ORIGIN)).toBe(null)
  },
)
