/** Each fault planted once, with the emulators as the outside world: it is found, and the advice says what to do. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { createContext } from '#server/create-context.ts'
import { readEnv } from '#server/env.ts'
import { CARD_EVENTS } from '#server/product/payments/card-events.ts'
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

/** What names have in DNS. */
const WELL_NAMED: Record<string, string> = {
  'tune.com.br': 'v=spf1 include:mail.example ~all',
  '_dmarc.tune.com.br': 'v=DMARC1; p=none',
  'reply.tune.com.br': '10 mx.mail.example',
}
let named: Record<string, string> = WELL_NAMED
vi.mock('node:dns/promises', () => {
  const find = async (host: string) => {
    if (named[host] === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return named[host]
  }
  return {
    resolveTxt: async (host: string) => [[await find(host)]],
    resolveMx: async (host: string) => [await find(host)],
  }
})
/** Whether what stands before the site passes webhooks on. */
let passesWebhooks = true
/** What a server behind the proxy says of a caller who claims to be 192.0.2.1. */
const WELL_FORWARDED = { 'x-client-address': '203.0.113.9', 'x-forwarded-for': '192.0.2.1, 203.0.113.9' }
let forwarded: Record<string, string> = WELL_FORWARDED
beforeEach(() => {
  named = WELL_NAMED
  passesWebhooks = true
  forwarded = WELL_FORWARDED
})

let database: TestDatabase
let emulators: Emulators
let node: ChainNode
let site: Server
let authority: Authority
/** Settings of service invoices, with nothing wrong. */
let invoices: Record<string, string>
/** With these all is well, as far as a developer's machine goes. */
let healthy: Record<string, string>

const LONG_AGO = new Date(Date.now() - 60_000).toUTCString()
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const here = (server: Server) => `${addressOf(server)}/webhooks/stripe`
/** What the card processor may say of its endpoints. */
const ENDPOINTS: Record<
  string,
  { status: string; enabled_events: string[]; at: (server: Server) => string }
> = {
  few: { status: 'enabled', enabled_events: CARD_EVENTS.slice(1), at: here },
  off: { status: 'disabled', enabled_events: ['*'], at: here },
  elsewhere: { status: 'enabled', enabled_events: ['*'], at: () => 'https://tune.example/webhooks/stripe' },
}

beforeAll(async () => {
  database = await createTestDatabase()
  site = createServer((request, response) => {
    if (request.url?.startsWith('/moved'))
      return response.writeHead(302, { location: `${emulators.origin}/video/cdn/moved` }).end()
    const endpoint = ENDPOINTS[request.url?.replace(/^\/(\w+)\/v1.*/, '$1') ?? '']
    if (endpoint)
      return response.end(JSON.stringify({ object: 'list', data: [{ ...endpoint, url: endpoint.at(site) }] }))
    if (request.url === '/metrics') return response.writeHead(200, forwarded).end()
    if (request.url === '/late') return response.writeHead(200, { date: LONG_AGO }).end()
    if (request.url?.startsWith('/webhooks') && !passesWebhooks) return response.writeHead(404).end()
    response
      .writeHead(request.url === '/health' || request.url?.startsWith('/webhooks/pix') ? 200 : 400)
      .end()
  })
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve)
  })
  new WebSocketServer({ server: site }).on('connection', (line) =>
    line.on('message', () => line.send(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))),
  )
  const PUBLIC_URL = addressOf(site)
  const smtp = await freePort()
  emulators = await startEmulators({
    ...TEST_ENV,
    PINNING_TOKEN,
    SMTP_PORT: String(smtp),
    CUSTODIAN_SEED: 'tests',
    WEBHOOK_STRIPE_URL: here(site),
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
    TRUSTED_PROXIES: '127.0.0.1',
    CHAIN_OPERATOR_CLEAR: 'refused',
    METRICS_TOKEN: 'm'.repeat(32),
    MAIL_FROM: 'Tune <ola@tune.com.br>',
    SUPPORT_EMAIL: 'ajuda@tune.com.br',
    MAIL_REPLY_DOMAIN: 'reply.tune.com.br',
    MAIL_WEBHOOK_SECRET: 'a-secret-of-inbound-mails',
    STRIPE_API_URL: at('/stripe'),
    STRIPE_SECRET_KEY: 'sk_test_ofthetests1234',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_ofthetests1234',
    PIX_URL: at('/pix'),
    CUSTODIAN_URL: at('/custodian'),
    PINNING_URL: at('/ipfs'),
    PINNING_TOKEN,
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    VIDEO_PROVIDER: 'bunny-cdn',
    VIDEO_CDN_URL: at('/video/cdn'),
    VIDEO_CDN_KEY: 'video-cdn-key',
    AUTH_GOOGLE_CLIENT_ID: 'tune',
    AUTH_GOOGLE_ISSUER: at('/identity/google'),
    CHAIN_RPC_URL: node.url,
    CHAIN_HEADS_URL: PUBLIC_URL.replace('http', 'ws'),
    DATA_DIR: '/tmp',
  }
  await registerDomain({ domain_name: '127.0.0.1' })
})
afterAll(async () => {
  site.close().closeAllConnections()
  await emulators.close()
  await node.kill()
  await authority.remove()
  await database.drop()
})

/** Changes the emulator's one domain, or makes it; answers its id. */
async function registerDomain(said: Record<string, string>, id = ''): Promise<string> {
  const made = await fetch(`${emulators.origin}/stripe/v1/payment_method_domains${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${healthy.STRIPE_SECRET_KEY}` },
    body: new URLSearchParams(said),
  })
  return ((await made.json()) as { id: string }).id
}

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
const ELSEWHERE = ['PUBLIC_URL']

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
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '' }, /127\.0\.0\.1/],
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
  ['Apple Pay, Google Pay', { PUBLIC_URL: 'http://localhost:1' }, /Add localhost/],
  ['PIX', { PIX_CLIENT_SECRET: 'wrong' }, /credentials/],
  ['PIX', { PIX_WEBHOOK_SECRET: 'another-secret-of-webhooks' }, /pix webhook register/],
  ['mail', { SMTP_TLS: 'required' }, /SMTP_TLS/],
  ['mail', { SMTP_URL: 'smtp://127.0.0.1:1' }, /SMTP_URL/],
  ['wallets', { CUSTODIAN_SECRET: 'wrong' }, /CUSTODIAN_SECRET/],
  ['pinning', { PINNING_TOKEN: 'wrong' }, /PINNING_TOKEN/],
  ['VIDEO_PROVIDER', { VIDEO_PROVIDER: 'bunny' }, /bunny-cdn or s3/],
  ['video', { VIDEO_PROVIDER: 'bunny', VIDEO_EMBED_URL: NOBODY }, /VIDEO_EMBED_URL/],
  ['Google', { AUTH_GOOGLE_ISSUER: NOBODY }, /AUTH_GOOGLE_ISSUER/],
  ['node 1', { CHAIN_RPC_URL: NOBODY }, /CHAIN_RPC_URL/],
  ['announced blocks', { CHAIN_HEADS_URL: NOBODY.replace('http', 'ws') }, /CHAIN_HEADS_URL/],
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
  expect(await of({})).toMatchObject({ state: 'well' })
  expect(await of({ VIDEO_CDN_KEY: 'wrong' })).toMatchObject({
    state: 'fault',
    advice: expect.stringContaining('VIDEO_CDN_KEY'),
  })
  expect(await of({ VIDEO_CDN_URL: emulators.origin })).toMatchObject({
    state: 'fault',
    advice: expect.stringContaining('token authentication on'),
  })
  expect(await of({ VIDEO_CDN_URL: `${healthy.PUBLIC_URL}/moved` })).toMatchObject({
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

test('a certificate that has ended is a fault, and so is Apple’s secret', async () => {
  const { cert, key } = await authority.issue('pix-ended', -1)
  const name = 'PIX certificate'
  expect((await look({ PIX_CLIENT_CERT: cert, PIX_CLIENT_KEY: key }, name)).get(name)).toMatchObject({
    state: 'fault',
    said: expect.stringMatching(/^ended on/),
  })
  const secret = async (days: number) => {
    const claims = { exp: Math.floor(Date.now() / 1000) + days * 86_400 }
    const AUTH_APPLE_CLIENT_SECRET = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
    const change = { AUTH_APPLE_CLIENT_ID: 'tune', AUTH_APPLE_CLIENT_SECRET }
    return (await look(change, 'Apple’s secret')).get('Apple’s secret')
  }
  expect(await secret(90)).toMatchObject({ state: 'well' })
  expect(await secret(5)).toMatchObject({ state: 'fault', advice: expect.stringMatching(/Sign another/) })
  expect(await secret(-1)).toMatchObject({ state: 'fault', said: expect.stringMatching(/^ended on/) })
})

test.each([
  ['SPF', 'tune.com.br', /TXT record to tune\.com\.br/],
  ['DMARC', '_dmarc.tune.com.br', /TXT record to _dmarc/],
  ['MX', 'reply.tune.com.br', /MX record to reply/],
])('%s: a name without it is found', async (name, host, advice) => {
  named = Object.fromEntries(Object.entries(WELL_NAMED).filter(([known]) => known !== host))
  expect((await look({}, name)).get(name)).toMatchObject({
    state: 'fault',
    advice: expect.stringMatching(advice),
  })
})

test('a proxy that keeps webhooks away is found', async () => {
  passesWebhooks = false
  expect((await look({}, 'site')).get('site')).toMatchObject({
    state: 'fault',
    advice: expect.stringMatching(/pass POST/),
  })
})

test.each([
  ['takes callers at their word', '192.0.2.1', '192.0.2.1', /append/],
  ['drops what tells them apart', '127.0.0.1', '', /append/],
  ['is not trusted', '10.0.0.5', '192.0.2.1, 203.0.113.9', /TRUSTED_PROXIES/],
])('a proxy that %s is found', async (_what, believed, received, advice) => {
  const name = 'callers’ addresses'
  forwarded = { 'x-client-address': believed, 'x-forwarded-for': received }
  expect((await look({}, name)).get(name)).toMatchObject({
    state: 'fault',
    advice: expect.stringMatching(advice),
  })
})

test('callers’ addresses are well without a proxy, and unknown where nobody says', async () => {
  const name = 'callers’ addresses'
  forwarded = { 'x-client-address': '203.0.113.9', 'x-forwarded-for': '192.0.2.1' }
  expect((await look({}, name)).get(name)?.state).toBe('well')
  forwarded = {}
  expect((await look({}, name)).get(name)?.state).toBe('unknown')
})

test.each([
  ['few', /payment_intent\.succeeded\./],
  ['off', /Enable it/],
  ['elsewhere', /Add an endpoint/],
])('cards’ webhook: one that is %s is found', async (path, advice) => {
  const name = 'cards’ webhook'
  const found = (await look({ STRIPE_API_URL: `${healthy.PUBLIC_URL}/${path}` }, name)).get(name)
  expect(found).toMatchObject({ state: 'fault', advice: expect.stringMatching(advice) })
})

test('a site that is switched off for browsers’ wallets is found', async () => {
  const name = 'Apple Pay, Google Pay'
  const id = await registerDomain({ domain_name: '127.0.0.1' })
  await registerDomain({ enabled: 'false' }, `/${id}`)
  expect((await look({}, name)).get(name)).toMatchObject({
    state: 'fault',
    advice: expect.stringMatching(/Enable/),
  })
  await registerDomain({ enabled: 'true' }, `/${id}`)
  expect((await look({}, name)).get(name)).toMatchObject({ state: 'well' })
})

test('the events that are looked for are those of the guide', async () => {
  const guide = await readFile('docs/going-live.md', 'utf8')
  for (const event of CARD_EVENTS) expect(guide).toContain(`\`${event}\``)
})

test('a clock that is late is found', async () => {
  const found = (await look({ STRIPE_API_URL: `${healthy.PUBLIC_URL}/late` }, 'clock')).get('clock')
  expect(found).toMatchObject({ state: 'fault', said: expect.stringMatching(/^differs by \d+ s/) })
})

test('a database whose clock is late is found', async () => {
  const late = async () => [{ now: new Date(Date.now() - 10_000) }]
  const checks = siteChecks(readEnv(healthy), late as never)
  const [found] = await examine(checks.filter(({ name }) => name === 'database’s clock'))
  expect(found).toMatchObject({ state: 'fault', said: 'differs by 10 s' })
})

test('PIX that may not be read is found', async () => {
  await fetch(`${emulators.origin}/pix/_control/next`, { method: 'POST', body: '{"outcome":"http_503"}' })
  const name = 'PIX’s rights'
  expect((await look({}, name)).get(name)).toMatchObject({
    state: 'fault',
    advice: expect.stringMatching(/grant the rights/),
  })
})

test('nodes of two chains, and too few confirmations, are found', async () => {
  const other = createServer(async (request, response) => {
    const { id, method } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString())
    const timestamp = `0x${Math.floor(Date.now() / 1000).toString(16)}`
    const result = method === 'eth_chainId' ? '0x89' : { number: '0x1', timestamp, transactions: [] }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  const url = addressOf(other)
  const agree = await look({ CHAIN_RPC_URL: `${node.url},${url},${node.url}` }, 'nodes agree')
  const sure = await look({ CHAIN_RPC_URL: url, CHAIN_CONFIRMATIONS: '1' }, 'node 1')
  other.close().closeAllConnections()
  expect(agree.get('nodes agree')).toMatchObject({
    state: 'fault',
    said: expect.stringMatching(/^on chains/),
  })
  expect(sure.get('node 1')).toMatchObject({
    state: 'fault',
    said: expect.stringMatching(/safe on chain 137/),
  })
})

/** What the command itself prints, and its exit code. */
const command = (env: Record<string, string>) =>
  new Promise<{ code: unknown; told: string }>((resolve) => {
    const options = { env: { ...env, DATA_DIR: '/tmp' } }
    execFile(process.execPath, ['cli/main.ts', 'doctor'], options, (fault, stdout) => {
      resolve({ code: fault?.code ?? 0, told: stdout })
    })
  })

test('the command prints a line for each, with what to do, and ends with 1 while something is amiss', async () => {
  const { code, told } = await command({ ...healthy, METRICS_TOKEN: '' })
  expect(code).toBe(1)
  expect(told).toMatch(/^✓ PIX +the provider lets us in/m)
  expect(told).toMatch(/^✗ METRICS_TOKEN .*\n +→ /m)
  expect(told).toMatch(/\d+ of \d+ need attention\.\n$/)
})

test('settings that cannot be read are findings as well, all at once', async () => {
  const { DATABASE_URL: _, ...rest } = healthy
  const { code, told } = await command({ ...rest, PIX_URL: 'pix.example' })
  expect(code).toBe(1)
  expect(told).toMatch(/^✗ DATABASE_URL +is not set\n/m)
  expect(told).toMatch(/^✗ PIX_URL +is not https/m)
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
