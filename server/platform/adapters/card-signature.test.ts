import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { faultOfSignature } from './card-signature.ts'

const SECRET = 'whsec_test'
const BODY = '{"id":"evt_1"}'
const NOW = 1_800_000_000_000

const sign = (seconds: number, secret = SECRET) =>
  Stripe.webhooks.generateTestHeaderString({ payload: BODY, secret, timestamp: seconds })
const at = NOW / 1000

test('what Stripe’s own library signs is signed', () => {
  expect(faultOfSignature(BODY, sign(at), SECRET, NOW)).toBeNull()
  expect(faultOfSignature(BODY, sign(at - 300), SECRET, NOW)).toBeNull()
})

test('while a secret is changed, either signature will do', () => {
  const [, old = ''] = sign(at, 'whsec_old').split(',')
  expect(faultOfSignature(BODY, `${sign(at)},${old}`, SECRET, NOW)).toBeNull()
  expect(faultOfSignature(BODY, `${sign(at, 'whsec_old')},${sign(at).split(',')[1]}`, SECRET, NOW)).toBeNull()
})

test.each([
  ['another secret', sign(at, 'whsec_other')],
  ['another version', sign(at).replace('v1=', 'v0=')],
  ['too old', sign(at - 301)],
  ['dated ahead', sign(at + 301)],
  ['another time than was signed', sign(at).replace(`t=${at}`, `t=${at - 1}`)],
  ['no time', sign(at).replace(/t=\d+,/, '')],
  ['nothing', ''],
  ['noise', 't=,v1=,=,,v1'],
])('%s is none', (_, header) => {
  expect(faultOfSignature(BODY, header, SECRET, NOW)).not.toBeNull()
})

test('the signature of another body is none', () => {
  expect(faultOfSignature(`${BODY} `, sign(at), SECRET, NOW)).not.toBeNull()
})
