/** What a server says of its settings before it starts with them. */
import { expect, test } from 'vitest'
import { readEnv, SETTINGS } from './env.ts'
import { examineEnv } from './env-examined.ts'
import { TEST_ENV } from './testing/market.ts'

const LOCAL = { ...TEST_ENV, DATABASE_URL: 'postgres://tune:hunter2@127.0.0.1/tune' }
/** A public site with nothing to be said about it. */
const PUBLIC: Record<string, string> = {
  ...LOCAL,
  PUBLIC_URL: 'https://tune.com.br',
  ADMIN_SECOND_FACTOR: 'required',
  TRUSTED_PROXIES: '127.0.0.1',
  CHAIN_OPERATOR_KEY: '',
  CHAIN_OPERATOR_CLEAR: '',
  CHAIN_OPERATOR_FILE: '/etc/tune/operator.json',
  CHAIN_OPERATOR_PASSPHRASE_FILE: '/etc/tune/operator.pass',
  STRIPE_SECRET_KEY: 'rk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  MAIL_FROM: 'Tune <ola@tune.com.br>',
  SUPPORT_EMAIL: 'suporte@tune.com.br',
  VIDEO_PROVIDER: 's3',
  METRICS_TOKEN: 'm'.repeat(32),
}

test('a developer’s machine and a public site that are set as they should be start, without a word', () => {
  expect(examineEnv(LOCAL)).toMatchObject({ faults: [], warnings: [] })
  expect(examineEnv(PUBLIC)).toMatchObject({ faults: [], warnings: [] })
})

test.each<[string, Record<string, string>, string]>([
  [
    'an address of another kind',
    { DATABASE_URL: 'mysql://127.0.0.1/tune' },
    'DATABASE_URL: is not postgres://',
  ],
  ['an address without its scheme', { PIX_URL: 'pix.example:443' }, 'PIX_URL: is not https://host'],
  [
    'announced blocks by http',
    { CHAIN_HEADS_URL: 'https://node.example' },
    'CHAIN_HEADS_URL: is not wss://host',
  ],
  ['a mail server by http', { SMTP_URL: 'https://mail.example' }, 'SMTP_URL: is not smtp://'],
  [
    'a site below a path',
    { PUBLIC_URL: 'https://tune.com.br/' },
    'PUBLIC_URL: is not https://host, with nothing',
  ],
  ['a public site without TLS', { PUBLIC_URL: 'http://tune.com.br' }, 'PUBLIC_URL: is not https.'],
  ['half a pair of keys', { VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` }, 'VAPID keys: do not belong together.'],
  ['half of a sign-in', { AUTH_GOOGLE_CLIENT_ID: 'tune' }, 'AUTH_GOOGLE_CLIENT_SECRET: is not set, but'],
  ['half of a certificate', { PIX_CLIENT_CERT: '/pix.pem' }, 'PIX_CLIENT_KEY: is not set, but'],
  ['copies without servers', { NATS_REPLICAS: '3' }, 'NATS_URL: is not set, but'],
  ['a demanded certificate', { PIX_WEBHOOK_CERTIFICATE: 'required' }, 'PIX_WEBHOOK_URL: is not set, but'],
  ['keys of two modes', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'Stripe’s keys: are one for tests'],
  [
    'test keys on a public site',
    { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    'Stripe’s mode: is for tests, on a public site.',
  ],
  ['receipts that are believed at once', { CHAIN_CONFIRMATIONS: '0' }, 'CHAIN_CONFIRMATIONS: is 0.'],
  ['an address of nobody', { SUPPORT_EMAIL: '' }, 'SUPPORT_EMAIL: is of a domain that does not exist.'],
  ['a back office with one factor', { ADMIN_SECOND_FACTOR: 'off' }, 'ADMIN_SECOND_FACTOR: is off.'],
])('%s is refused', (_what, change, said) => {
  const { faults } = examineEnv({ ...PUBLIC, ...change })
  expect(faults).toEqual([expect.stringContaining(said)])
})

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://192.168.1.7',
  'http://web:3000',
])('%s is nobody else’s: nothing is asked of it', (PUBLIC_URL) =>
  expect(examineEnv({ ...LOCAL, PUBLIC_URL })).toMatchObject({ faults: [], warnings: [] }),
)

test('a rehearsal in public starts, and says what is not real', () => {
  const { faults, warnings } = examineEnv({
    ...PUBLIC,
    REHEARSAL: 'on',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    CHAIN_CONFIRMATIONS: '0',
  })
  expect(faults).toEqual([])
  expect(warnings).toEqual([
    expect.stringMatching(/^CHAIN_CONFIRMATIONS/),
    expect.stringMatching(/^Stripe’s mode/),
    expect.stringMatching(/^REHEARSAL: is on/),
  ])
})

test('what is missing, what cannot be and what does not go together stand in one list, by name', () => {
  const { faults } = examineEnv({ ...PUBLIC, PIX_KEY: '', DATABASE_URL: 'x', CHAIN_CONFIRMATIONS: '0' })
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'DATABASE_URL',
    'PIX_KEY',
    'CHAIN_CONFIRMATIONS',
  ])
})

test('a name that is nearly a setting’s is named with it: beside what is missing, or else as a warning', () => {
  const misspelt = {
    PIX_CLIENT_SECRET: '',
    PIX_CLIENT_SECRT: 'x',
    NATS_PORT_4222_TCP: 'tcp://10.0.0.1',
    HOME: '/root',
  }
  expect(examineEnv({ ...LOCAL, ...misspelt }).faults).toEqual([
    'PIX_CLIENT_SECRET: is not set',
    'PIX_CLIENT_SECRT: is no setting. Did you mean PIX_CLIENT_SECRET?',
  ])
  expect(examineEnv({ ...LOCAL, METRIC_TOKEN: 'x' })).toMatchObject({
    faults: [],
    warnings: ['METRIC_TOKEN: is no setting. Did you mean METRICS_TOKEN?'],
  })
})

test('no fault repeats the value that it is about, since most of them are secrets', () => {
  const value = 'hunter2 — of nobody’s business'
  for (const name of SETTINGS) {
    const said = examineEnv({ ...LOCAL, [name]: value }).faults.join('\n')
    expect(said).not.toContain('hunter2')
    // In the operator's words, not the library's.
    expect(said).not.toMatch(/Invalid|Expected|received/)
  }
})

test('the fans’ keys are a service’s where one is named, and our own where none is', () => {
  const none = { CUSTODIAN_URL: '', CUSTODIAN_CLIENT: '', CUSTODIAN_SECRET: '' }
  const seed = { CUSTODIAN_FILE: '/etc/tune/seed.json', CUSTODIAN_PASSPHRASE: 'an owl, a lamp, a river' }
  expect(readEnv(LOCAL).CUSTODIAN).toBe('service')
  expect(readEnv({ ...LOCAL, ...none, ...seed }).CUSTODIAN).toBe('built-in')
  expect(readEnv({ ...LOCAL, ...seed, CUSTODIAN: 'built-in' }).CUSTODIAN).toBe('built-in')
  expect(examineEnv({ ...LOCAL, ...none }).faults).toEqual([
    expect.stringMatching(/^CUSTODIAN_FILE: is not set; make a seed/),
    expect.stringMatching(/^CUSTODIAN_PASSPHRASE or CUSTODIAN_PASSPHRASE_FILE/),
  ])
  expect(examineEnv({ ...LOCAL, ...none, CUSTODIAN: 'service' }).faults).toContain(
    'CUSTODIAN_URL: is not set',
  )
})

test('the command line reads what a server would not start with, to say so', () => {
  expect(readEnv({ ...PUBLIC, CHAIN_CONFIRMATIONS: '0' }).CHAIN_CONFIRMATIONS).toBe(0)
})
