/** Each fault planted once, with the emulators as the outside world: it is found, and the advice says what to do. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext } from '#server/create-context.ts'
import { readEnv } from '#server/env.ts'
import { type Authority, createAuthority } from '#server/testing/certificates.ts'
import { type ChainNode, startChainNode } from '#server/testing/chain-node.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type Emulators, startEmulators } from '#server/testing/emulators.ts'
import { TEST_ENV } from '#server/testing/market.ts'
import { freePort } from '../../scripts/free-port.ts'
import { chainChecks } from './chain.ts'
import { type Check, examine, table } from './finding.ts'
import { invoiceChecks } from './invoices.ts'
import { serviceChecks } from './services.ts'
import { settingChecks } from './settings.ts'
import { siteChecks } from './site.ts'

const PINNING_TOKEN = 'pins-of-the-tests'

let database: TestDatabase
let emulators: Emulators
let node: ChainNode
let site: Server
let authority: Authority
/** Settings of service invoices, with nothing wrong. */
let invoices: Record<string, string>
/** With these all is well, as far as a developer's machine goes. */
let healthy: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  site = createServer((request, response) => {
    if (request.url?.startsWith('/moved'))
      return response.writeHead(302, { location: `${emulators.origin}/video/cdn/moved` }).end()
    response
      .writeHead(request.url === '/health' || request.url?.startsWith('/webhooks/pix') ? 200 : 400)
      .end()
  })
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve)
  })
  const PUBLIC_URL = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const smtp = await freePort()
  emulators = await startEmulators({
    ...TEST_ENV,
    PINNING_TOKEN,
    SMTP_PORT: String(smtp),
    CUSTODIAN_SEED: 'tests',
    WEBHOOK_PIX_URL: `${PUBLIC_URL}/webhooks/pix?hmac=${TEST_ENV.PIX_WEBHOOK_SECRET}&ignorar=`,
  })
  node = await startChainNode({ fund: privateKeyToAddress(TEST_ENV.CHAIN_OPERATOR_KEY as Hex) })
  authority = await createAuthority()
  const at = (path: string) => `${emulators.origin}${path}`
  const company = await authority.issue('11222333000181', 365, 'rsa')
  invoices = {
    NFSE_INVOICES: 'sales',
    NFSE_SINCE: '2026-01-01',
    NFSE_URL: at('/invoices'),
    NFSE_ENVIRONMENT: 'restricted',
    NFSE_CLIENT_CERT: company.cert,
    NFSE_CLIENT_KEY: company.key,
    NFSE_CNPJ: '11222333000181',
    NFSE_CITY: '3550308',
    NFSE_SALE_SERVICE: '010901',
    NFSE_IBS_CBS: '020101:000:000001',
  }
  healthy = {
    ...TEST_ENV,
    PUBLIC_URL,
    DATABASE_URL: database.url,
    ADMIN_SECOND_FACTOR: 'required',
    CHAIN_OPERATOR_CLEAR: 'refused',
    METRICS_TOKEN: 'm'.repeat(32),
    MAIL_FROM: 'Tune <ola@tune.com.br>',
    SUPPORT_EMAIL: 'ajuda@tune.com.br',
    STRIPE_API_URL: at('/stripe'),
    STRIPE_SECRET_KEY: 'sk_test_ofthetests1234',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_ofthetests1234',
    PIX_URL: at('/pix'),
    CUSTODIAN_URL: at('/custodian'),
    PINNING_URL: at('/ipfs'),
    PINNING_TOKEN,
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    VIDEO_EMBED_URL: at('/video/embed/tune'),
    AUTH_GOOGLE_CLIENT_ID: 'tune',
    AUTH_GOOGLE_ISSUER: at('/identity/google'),
    CHAIN_RPC_URL: node.url,
    DATA_DIR: '/tmp',
  }
})
afterAll(async () => {
  site.close().closeAllConnections()
  await emulators.close()
  await node.kill()
  await authority.remove()
  await database.drop()
})

type Seen = Map<string, { state: string; said: string; advice?: string }>

async function look(change: Record<string, string> = {}, only?: string): Promise<Seen> {
  const env = readEnv({ ...healthy, ...change })
  const ctx = createContext(env)
  try {
    const all: Check[] = [
      ...settingChecks(env),
      ...siteChecks(env, ctx.sql),
      ...serviceChecks(ctx),
      ...invoiceChecks(ctx),
      ...chainChecks(env, ctx.sql),
    ]
    const checks = only ? all.filter(({ name }) => name === only) : all
    return new Map((await examine(checks)).map(({ name, ...found }) => [name, found]))
  } finally {
    await ctx.close()
  }
}

/** What no test on a machine without names and https can make well. */
const ELSEWHERE = ['PUBLIC_URL', 'SPF', 'DMARC', 'cards’ webhook', 'video']

test('where all is well, all is said to be', async () => {
  const faults = [...(await look())].filter(
    ([name, { state }]) => state !== 'well' && !ELSEWHERE.includes(name),
  )
  expect(faults).toEqual([])
})

const NOBODY = 'http://127.0.0.1:1'
const PRODUCTION = 'https://sefin.nfse.gov.br/SefinNacional'

test('service invoices are looked at where they are on, and all is said to be well', async () => {
  const found = [...(await look(invoices))].filter(([name]) => name.startsWith('invoices'))
  expect(found.map(([, { state }]) => state)).toEqual(['well', 'well', 'well'])
  expect([...(await look({}, 'invoices'))]).toEqual([])
})

test.each<[string, Record<string, string>, RegExp]>([
  ['invoices', { NFSE_URL: NOBODY }, /NFSE_URL/],
  ['invoices’ certificate', { NFSE_CNPJ: '11444777000161' }, /E0718/],
  ['invoices’ settings', { NFSE_URL: PRODUCTION }, /both for restricted/],
  [
    'invoices’ settings',
    { PUBLIC_URL: 'https://tune.com.br', CHAIN_OPERATOR_CLEAR: 'allowed' },
    /of production/,
  ],
  ['invoices’ settings', { NFSE_IBS_CBS: '' }, /accountant/],
  ['invoices’ settings', { NFSE_SIMPLES: 'small' }, /approximate share/],
])('%s: %j is found, with what to do', async (name, change, advice) => {
  const found = (await look({ ...invoices, ...change }, name)).get(name)
  expect(found?.state).not.toBe('well')
  expect(found?.advice).toMatch(advice)
})

test('invoices’ certificate: one that ends soon is found', async () => {
  const { cert, key } = await authority.issue('soon-11222333000181', 10, 'rsa')
  const name = 'invoices’ certificate'
  const found = (await look({ ...invoices, NFSE_CLIENT_CERT: cert, NFSE_CLIENT_KEY: key }, name)).get(name)
  expect(found).toMatchObject({ state: 'fault', advice: expect.stringMatching(/renewed/) })
})

test('invoices’ certificate: the key of another is found', async () => {
  const { key } = await authority.issue('other-11222333000181', 365, 'rsa')
  const found = (await look({ ...invoices, NFSE_CLIENT_KEY: key })).get('invoices’ certificate')
  expect(found).toMatchObject({ state: 'fault', advice: expect.stringMatching(/one \.pfx/) })
})

test('invoices: whoever answers in HTML is not the tax office', async () => {
  const page = createServer((_request, response) => response.writeHead(404).end('<html></html>'))
  await new Promise<void>((resolve) => {
    page.listen(0, '127.0.0.1', resolve)
  })
  const NFSE_URL = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
  const found = (await look({ ...invoices, NFSE_URL })).get('invoices')
  page.close().closeAllConnections()
  expect(found).toMatchObject({ state: 'fault', advice: expect.stringMatching(/NFSE_URL/) })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['ADMIN_SECOND_FACTOR', { ADMIN_SECOND_FACTOR: 'off' }, /Remove it/],
  ['CHAIN_OPERATOR_CLEAR', { CHAIN_OPERATOR_CLEAR: 'allowed' }, /Seal the key/],
  ['ADDRESS_LIMIT_FACTOR', { ADDRESS_LIMIT_FACTOR: '20' }, /Remove it/],
  ['SMTP_TLS', { SMTP_URL: 'smtp://mail.example.com', SMTP_TLS: 'off' }, /in clear/],
  ['MAIL_FROM', { MAIL_FROM: 'Tune <ola@tune.test>' }, /domain of yours/],
  ['SUPPORT_EMAIL', { SUPPORT_EMAIL: 'ajuda@tune.test' }, /somebody reads/],
  ['METRICS_TOKEN', { METRICS_TOKEN: '' }, /scrape/],
  ['Stripe’s keys', { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /same mode/],
  ['Stripe’s mode', { PUBLIC_URL: 'https://tune.com.br', CHAIN_OPERATOR_CLEAR: 'allowed' }, /live keys/],
  [
    'VAPID keys',
    { VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}`, VAPID_PRIVATE_KEY: `${'A'.repeat(42)}E` },
    /one pair/,
  ],
  ['site', { PUBLIC_URL: NOBODY }, /lead PUBLIC_URL/],
  ['cards', { STRIPE_SECRET_KEY: 'sk_wrong' }, /STRIPE_SECRET_KEY/],
  ['cards', { STRIPE_API_URL: NOBODY }, /STRIPE_SECRET_KEY/],
  ['PIX', { PIX_CLIENT_SECRET: 'wrong' }, /credentials/],
  ['PIX', { PIX_WEBHOOK_SECRET: 'another-secret-of-webhooks' }, /pix webhook register/],
  ['mail', { SMTP_TLS: 'required' }, /SMTP_TLS/],
  ['mail', { SMTP_URL: 'smtp://127.0.0.1:1' }, /SMTP_URL/],
  ['wallets', { CUSTODIAN_SECRET: 'wrong' }, /CUSTODIAN_SECRET/],
  ['pinning', { PINNING_TOKEN: 'wrong' }, /PINNING_TOKEN/],
  ['video', { VIDEO_EMBED_URL: NOBODY }, /VIDEO_EMBED_URL/],
  ['Google', { AUTH_GOOGLE_ISSUER: NOBODY }, /AUTH_GOOGLE_ISSUER/],
  ['node 1', { CHAIN_RPC_URL: NOBODY }, /CHAIN_RPC_URL/],
  [
    'chain’s key',
    { CHAIN_OPERATOR_KEY: '', CHAIN_OPERATOR_FILE: '/nowhere', CHAIN_OPERATOR_PASSPHRASE: 'p'.repeat(20) },
    /passphrase/,
  ],
  [
    'wallets',
    { CUSTODIAN: 'built-in', CUSTODIAN_FILE: '/nowhere', CUSTODIAN_PASSPHRASE: 'p'.repeat(20) },
    /CUSTODIAN_FILE/,
  ],
  ['gas', { CHAIN_OPERATOR_KEY: `0x${'12'.repeat(32)}` }, /own coin to 0x/],
  [
    'files',
    {
      S3_ENDPOINT: NOBODY,
      S3_BUCKET: 'tune',
      S3_REGION: 'auto',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    },
    /bucket/,
  ],
])('%s: a fault is found and told what to do about (%o)', async (name, change, advice) => {
  const found = (await look(change, name)).get(name)
  expect(found?.state).toBe('fault')
  expect(found?.advice).toMatch(advice)
})

test('videos: a zone that lets everybody in, or does not believe us, and a store without them', async () => {
  const name = 'video'
  const of = async (change: Record<string, string>) => (await look(change, name)).get(name)
  const zone = { VIDEO_PROVIDER: 'bunny-cdn', VIDEO_CDN_URL: `${emulators.origin}/video/cdn` }
  expect(await of({ ...zone, VIDEO_CDN_KEY: 'video-cdn-key' })).toMatchObject({ state: 'well' })
  expect(await of({ ...zone, VIDEO_CDN_KEY: 'wrong' })).toMatchObject({
    state: 'fault',
    advice: expect.stringContaining('VIDEO_CDN_KEY'),
  })
  expect(await of({ ...zone, VIDEO_CDN_URL: emulators.origin, VIDEO_CDN_KEY: 'k' })).toMatchObject({
    state: 'fault',
    advice: expect.stringContaining('token authentication on'),
  })
  expect(
    await of({ ...zone, VIDEO_CDN_URL: `${healthy.PUBLIC_URL}/moved`, VIDEO_CDN_KEY: 'k' }),
  ).toMatchObject({
    state: 'fault',
    said: 'the zone answers 302 to somebody without a token',
  })
  expect(await of({ VIDEO_PROVIDER: 's3' })).toMatchObject({ state: 'well' })
  await database.sql`
    insert into samples (project_name, author, thumbnail, video_id) values ('Hora', 'Banda', '/c', 'hora')`
  expect(await of({ VIDEO_PROVIDER: 's3' })).toMatchObject({
    state: 'fault',
    said: '1 of 1 videos are missing: hora',
    advice: expect.stringContaining('video add'),
  })
})

test('two nodes are one too few or one too many, and nodes of two chains are told', async () => {
  const found = (await look({ CHAIN_RPC_URL: `${node.url},${node.url}` }, 'nodes agree')).get('nodes agree')
  expect(found).toMatchObject({ state: 'fault', said: expect.stringContaining('two') })
})

test('a certificate that ends soon is a fault, and says when', async () => {
  const files = async (days: number) => {
    const { cert, key } = await authority.issue(`pix-${days}`, days)
    return { PIX_CLIENT_CERT: cert, PIX_CLIENT_KEY: key }
  }
  const name = 'PIX certificate'
  expect((await look(await files(90), name)).get(name)?.state).toBe('well')
  expect((await look(await files(5), name)).get(name)).toMatchObject({
    state: 'fault',
    said: expect.stringMatching(/ends in [45] days/),
  })
})

test('nothing that is found gives a secret away', async () => {
  const found = await look({ STRIPE_SECRET_KEY: 'sk_wrong', PIX_CLIENT_SECRET: 'not-to-be-seen' })
  const told = table([...found].map(([name, rest]) => ({ name, ...rest }) as never))
  for (const secret of [
    'not-to-be-seen',
    healthy.JWT_SECRET,
    healthy.PIX_WEBHOOK_SECRET,
    healthy.PINNING_TOKEN,
  ])
    expect(told).not.toContain(secret)
})
