import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each([
  ['no inbox for ana.silva+1@tune.com.br, giving up', 'no inbox for •••, giving up'],
  ['<ana@tune.test>: refused', '<•••>: refused'],
  ['CPF 529.982.247-25 is known', 'CPF ••• is known'],
  ['key 52998224725', 'key •••'],
  ['call +55 (11) 98765-0000', 'call •••'],
  ['with sk_live_51Habcdef', 'with •••'],
  ['with rk_live_51Habcdef', 'with •••'],
  ['confirmed by pi_3Abcdef_secret_XyZabc', 'confirmed by •••'],
  ['authorization: bearer abc.DEF-123', 'authorization: •••'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is old', 'token ••• is old'],
  [
    'payout 1b4e28ba-2fa1-11d2-883f-0016d3cca427 is under way',
    'payout 1b4e28ba-2fa1-11d2-883f-0016d3cca427 is under way',
  ],
  ['answered 503 after 20000 ms', 'answered 503 after 20000 ms'],
])('%s', (text, shown) => {
  expect(redact(text)).toBe(shown)
})

test('a long text is cut', () => {
  expect(redact('a'.repeat(9000))).toHaveLength(500)
})
