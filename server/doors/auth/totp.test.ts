import { expect, test } from 'vitest'
import { codeAt, keyUri, matchingStep, newSecret, stepAt } from './totp.ts'

/** RFC 6238 appendix B: the ASCII secret "12345678901234567890", here in base32; last six of eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %d', (second, code) => {
  expect(codeAt(SECRET, stepAt(new Date(second * 1000)))).toBe(code)
})

test('one step of skew either way, not two', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const step = stepAt(now)
  expect([-2, -1, 0, 1, 2].map((skew) => matchingStep(SECRET, codeAt(SECRET, step + skew), now))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ])
  expect(matchingStep(SECRET, '12345', now)).toBeUndefined()
})

test('secrets are 160 bits of base32, and the address names them', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(secret)
  const uri = new URL(keyUri('Tune & co', 'fã@tune.test', secret))
  expect(uri.searchParams.get('secret')).toBe(secret)
  expect(uri.searchParams.get('issuer')).toBe('Tune & co')
  expect(decodeURIComponent(uri.pathname)).toContain('Tune & co:fã@tune.test')
})
