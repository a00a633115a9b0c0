/** A provider that demands a client certificate, as those of the API Pix do, and answers as its description allows. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { type Authority, createAuthority, type Issued } from '../../testing/certificates.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { createPixProvider } from './pix.ts'

type Heard = { line: string; headers: NodeJS.Dict<string | string[]>; body: string; client: string }

let authority: Authority
let ours: Issued
let server: Server
const servers: Server[] = []
let heard: Heard[] = []
/** What is answered to anything but the request for a token; null: nothing ever. */
let answer: { status: number; body: unknown; headers?: Record<string, string> } | null

beforeAll(async () => {
  authority = await createAuthority()
  ours = await authority.issue('tune')
  server = await listen(await authority.issue('provider'))
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  for (const each of servers) each.close().closeAllConnections()
  await authority.remove()
})

async function listen(provider: Issued): Promise<Server> {
  const [cert, key, ca] = [provider.cert, provider.key, authority.ca].map((path) => readFileSync(path))
  const options = { cert, key, ca, requestCert: true, rejectUnauthorized: true }
  const made = createServer(options as object, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const client = (request.socket as TLSSocket).getPeerCertificate().subject.CN
    const line = `${request.method} ${request.url}`
    heard.push({ line, headers: request.headers, body: String(Buffer.concat(parts)), client: String(client) })
    const json = { 'content-type': 'application/json' }
    if (request.url === '/oauth/token')
      response.writeHead(200, json).end(JSON.stringify({ access_token: 'token', expires_in: 3600 }))
    else if (answer)
      response.writeHead(answer.status, { ...json, ...answer.headers }).end(textOf(answer.body))
  })
  servers.push(made)
  await new Promise<void>((resolve) => {
    made.listen(0, '127.0.0.1', resolve)
  })
  return made
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

const urlOf = (of: Server) => `https://localhost:${(of.address() as AddressInfo).port}`

function provider(change: Record<string, string> = {}, patience?: number) {
  const url = urlOf(server)
  const certificate = { PIX_CLIENT_CERT: ours.cert, PIX_CLIENT_KEY: ours.key, PIX_CA: authority.ca }
  const settings = { ...TEST_ENV, DATABASE_URL: 'postgres://x/y', PIX_URL: url, ...certificate, ...change }
  return createPixProvider(readEnv(settings), patience)
}

const order = () => ({ paymentUid: randomUUID(), total: 2119, description: 'Tune' })
/** A charge with what the API Pix requires, and nothing else. */
const CHARGE = {
  calendario: { criacao: '2026-09-09T20:15:00.358Z', expiracao: 600 },
  txid: '7978c0c97ea847e78e8849634473c1f1',
  revisao: 0,
  status: 'ATIVA',
  valor: { original: '21.19' },
  chave: 'pix@tune.test',
}

test('our certificate is shown, and the token is asked for as RFC 6749 has it', async () => {
  answer = { status: 201, body: { ...CHARGE, pixCopiaECola: '000201' } }
  expect(await provider().charge(order())).toBe('000201')
  const [token, charge] = heard as [Heard, Heard]
  expect(token).toMatchObject({
    line: 'POST /oauth/token',
    client: 'tune',
    body: 'grant_type=client_credentials',
  })
  expect(token.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(charge).toMatchObject({ client: 'tune', headers: { authorization: 'Bearer token' } })
})

test('Efí is asked in JSON where that is configured', async () => {
  answer = { status: 201, body: { ...CHARGE, pixCopiaECola: '000201' } }
  await provider({ PIX_TOKEN_BODY: 'json' }).charge(order())
  expect(heard[0]).toMatchObject({
    body: '{"grant_type":"client_credentials"}',
    headers: { 'content-type': 'application/json' },
  })
})

test('without a certificate, with a stranger’s or an ended one, or to a host that is not theirs, nothing is said', async () => {
  const others = await createAuthority()
  const strange = await others.issue('tune')
  const ended = await authority.issue('ended', -1)
  const endedHost = await listen(await authority.issue('ended-host', -1))
  const another = await listen(await authority.issue('another', 1, 'ec', 'DNS:another.example'))
  try {
    const changes = [
      { PIX_CLIENT_CERT: '', PIX_CLIENT_KEY: '', PIX_CA: '' },
      { PIX_CLIENT_CERT: strange.cert, PIX_CLIENT_KEY: strange.key },
      { PIX_CLIENT_CERT: ended.cert, PIX_CLIENT_KEY: ended.key },
      { PIX_CA: others.ca },
      { PIX_URL: urlOf(endedHost) },
      { PIX_URL: urlOf(another) },
    ]
    for (const change of changes) await expect(provider(change).charge(order())).rejects.toThrow()
    expect(heard).toEqual([])
  } finally {
    await others.remove()
  }
})

test('half of a certificate is a fault of the settings', () => {
  expect(() => provider({ PIX_CLIENT_KEY: '' })).toThrow('PIX_CLIENT_KEY: is not set, but PIX_CLIENT_CERT is')
})

test.each([
  ['its location', { location: 'pix.example.com/qr/v2/3000' }],
  ['the location of its `loc`', { loc: { id: 1, location: 'pix.example.com/qr/v2/3000', tipoCob: 'cob' } }],
])('a charge without a code gets one of %s', async (_name, where) => {
  answer = { status: 201, body: { ...CHARGE, ...where } }
  expect(await provider().charge(order())).toMatch(
    /^000201010212.*2526pix\.example\.com\/qr\/v2\/3000.*6304[0-9A-F]{4}$/,
  )
})

test('a charge with neither is a fault, not a code', async () => {
  answer = { status: 201, body: CHARGE }
  await expect(provider().charge(order())).rejects.toThrow('neither code nor location')
})

test.each([
  ['HTML', { status: 200, body: '<html>Manutenção</html>' }],
  ['a redirect', { status: 302, body: '', headers: { location: 'https://127.0.0.1:1/' } }],
  ['nothing', { status: 200, body: '' }],
])('%s instead of an answer is a fault, and is never taken for no money', async (_name, given) => {
  answer = given
  await expect(provider().receivedFor(randomUUID())).rejects.toThrow()
  await expect(provider().findPayout(randomUUID())).rejects.toThrow()
})

test('a provider that never answers is given up, and is never taken for no money', async () => {
  answer = null
  await expect(provider({}, 1500).receivedFor(randomUUID())).rejects.toThrow(/timeout/)
  // It was asked, with a token.
  expect(heard.map(({ line }) => line.slice(0, 11))).toEqual(['POST /oauth', 'GET /v2/cob'])
})

test('calls that come together ask for one token', async () => {
  answer = { status: 200, body: '[]' }
  const { receivedFor } = provider()
  await Promise.allSettled(Array.from({ length: 5 }, () => receivedFor(randomUUID())))
  const lines = heard.map(({ line }) => line.slice(0, 11))
  expect(lines.filter((line) => line === 'POST /oauth')).toHaveLength(1)
  expect(lines.filter((line) => line === 'GET /v2/cob')).toHaveLength(5)
})

test('a payout goes where the configured version has it', async () => {
  answer = { status: 201, body: { idEnvio: 'x', e2eId: 'E1', valor: '1.00', status: 'EM_PROCESSAMENTO' } }
  for (const version of ['efi-v2', 'efi-v3'])
    await provider({ PIX_PAYOUTS: version }).payOut({
      uid: randomUUID(),
      amount: 100,
      key: 'ana@example.com',
    })
  const lines = heard
    .map(({ line }) => line.replace(/[0-9a-f]{32}/, 'id'))
    .filter((line) => line.startsWith('PUT'))
  expect(lines).toEqual(['PUT /v2/gn/pix/id', 'PUT /v3/gn/pix/id'])
})

test('a state of a payout that we do not know is told as it is, and counts as nothing sent', async () => {
  answer = { status: 200, body: { endToEndId: 'E1', valor: '1.00', status: 'DEVOLVIDO' } }
  expect(await provider().findPayout(randomUUID())).toEqual({
    status: 'unclear',
    endToEndId: 'E1',
    said: 'DEVOLVIDO',
  })
  expect(await provider().paidOut(randomUUID())).toBe(0)
})

test('our address for webhooks is registered with its secret, and read', async () => {
  const secret = TEST_ENV.PIX_WEBHOOK_SECRET
  const address = `https://pix.tune.example/webhooks/pix?hmac=${secret}&ignorar=`
  const pix = provider({ PIX_WEBHOOK_URL: 'https://pix.tune.example/webhooks/pix' })
  answer = { status: 201, body: { webhookUrl: address } }
  await pix.registerWebhook()
  const [, registration] = heard as [Heard, Heard]
  expect(registration).toMatchObject({
    line: 'PUT /v2/webhook/pix%40tune.test',
    body: JSON.stringify({ webhookUrl: address }),
    headers: { 'x-skip-mtls-checking': 'true' },
  })
  answer = {
    status: 200,
    body: { webhookUrl: address, chave: 'pix@tune.test', criacao: '2026-11-24T10:00:00Z' },
  }
  expect(await pix.registeredWebhook()).toBe(pix.webhookAddress)
  answer = { status: 404, body: {} }
  expect(await pix.registeredWebhook()).toBeNull()
})
