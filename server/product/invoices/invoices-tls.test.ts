// @module-tag release
/**
 * A tax office that demands a client certificate, as SEFIN Nacional does, and whatever else may answer in its place: nothing
 * is lost, nothing is issued twice, and a line in the back office says what to do until there is a verdict.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createServiceInvoices } from '../../platform/adapters/service-invoices/service-invoices.ts'
import { type Authority, createAuthority, type Issued } from '../../testing/certificates.ts'
import { type Emulators, startEmulators } from '../../testing/emulators.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { buyFromWallet, tokenOf } from '../../testing/paid-by-card.ts'
import type { ServiceInvoiceWire } from './contract.ts'
import { issueInvoices } from './issue-invoices.ts'

/** Instead of the tax office's own answer; `hang` and `html` once it has taken what was sent. */
type Instead = 'hang' | 'html' | 'html_404' | 'redirect' | 'unavailable' | 'forbidden' | null

const PATIENCE_MS = 3000
let authority: Authority
let ours: Issued
let outside: Emulators
let market: Market
const servers: Server[] = []
let office: number
let instead: Instead
let clients: string[]

beforeAll(async () => {
  authority = await createAuthority()
  ours = await authority.issue('company', 1, 'rsa')
  outside = await startEmulators()
  office = await listen(await authority.issue('office'))
  market = await createMarket({
    env: {
      NFSE_INVOICES: 'sales',
      NFSE_SINCE: '2020-01-01',
      NFSE_URL: `https://localhost:${office}`,
      NFSE_ENVIRONMENT: 'restricted',
      NFSE_CLIENT_CERT: ours.cert,
      NFSE_CLIENT_KEY: ours.key,
      NFSE_CA: authority.ca,
      NFSE_CNPJ: '11222333000181',
      NFSE_CITY: '3550308',
      NFSE_SALE_SERVICE: '010901',
      NFSE_IBS_CBS: '020101:000:000001',
    },
  })
})
beforeEach(() => {
  instead = null
  clients = []
})
afterEach(() => market.expectHealthy())
afterAll(async () => {
  await market.close()
  for (const server of servers) server.close().closeAllConnections()
  await outside.close()
  await authority.remove()
})

/** In front of the emulator, with certificates on both sides; its port. */
async function listen({ cert, key }: Issued): Promise<number> {
  const files = { cert: readFileSync(cert), key: readFileSync(key), ca: readFileSync(authority.ca) }
  const server = createServer(
    { ...files, requestCert: true, rejectUnauthorized: true },
    async (request, response) => {
      clients.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN))
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      if (instead === 'forbidden') return response.writeHead(403).end('<h2>403 - Forbidden</h2>')
      if (instead === 'redirect') return response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end()
      if (instead === 'unavailable') return response.writeHead(503).end('<html>Manutenção</html>')
      if (instead === 'html_404') return response.writeHead(404).end('<html>Not found</html>')
      const answer = await fetch(`${outside.origin}/invoices${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(request.method === 'POST' && { body: Buffer.concat(parts) }),
      })
      const body = await answer.text()
      if (instead === 'html') return response.writeHead(200).end('<html>Manutenção</html>')
      if (instead === 'hang') return
      return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
    },
  )
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

const run = (change: Record<string, string> = {}) =>
  issueInvoices({
    ...market.ctx,
    serviceInvoices: createServiceInvoices({ ...market.ctx.env, ...change }, PATIENCE_MS),
  })

async function sell(): Promise<{ fan: TestFan; token: string }> {
  const project = await market.newProject({ supply: 2, price: 2000 })
  const fan = await market.newFan(2000)
  const payment = await buyFromWallet(market, fan, project)
  return { fan, token: (await tokenOf(market, payment))?.uid ?? '' }
}

/** As the back office has it, ten minutes later. */
async function lineOf(token: string): Promise<ServiceInvoiceWire | undefined> {
  await market.sql`
    update private.service_invoices set troubled_at = troubled_at - interval '10 minutes' where troubled_at is not null`
  const finance = await market.newAdmin()
  await market.sql`update users set role = 'finance' where uid = ${finance.uid}`
  const [about] = await market.sql<{ uid: string }[]>`
    select invoices.uid from private.service_invoices invoices join mints on mints.id = mint_id where mints.uid = ${token}`
  const { data } = (await market.call(finance, '/admin/invoices-waiting')) as unknown as {
    data: ServiceInvoiceWire[]
  }
  const { data: waiting } = (await market.call(finance, '/admin/waiting')) as unknown as {
    data: { kind: string; count: number }[]
  }
  expect(waiting.find(({ kind }) => kind === 'invoice')?.count ?? 0).toBe(data.length)
  return data.find(({ uid }) => uid === about?.uid)
}
async function issuedFor(token: string): Promise<number> {
  const all = (await (await fetch(`${outside.origin}/invoices/_control/invoices`)).json()) as {
    document: string
  }[]
  return all.filter(({ document }) => document.includes(token)).length
}
const statusOf = async (token: string) => {
  const [row] = await market.sql<{ status: string }[]>`
    select invoices.status from private.service_invoices invoices join mints on mints.id = mint_id where mints.uid = ${token}`
  return row?.status
}

test('our certificate is shown', async () => {
  const { token } = await sell()
  await run()
  expect(new Set(clients)).toEqual(new Set(['company']))
  expect(await statusOf(token)).toBe('issued')
  expect(await lineOf(token)).toBeUndefined()
})

test.each<[Instead, ServiceInvoiceWire['trouble'], number]>([
  ['hang', 'no_answer', 1],
  ['html', 'not_understood', 1],
  ['html_404', 'not_understood', 0],
  ['redirect', 'not_understood', 0],
  ['unavailable', 'no_answer', 0],
  ['forbidden', 'certificate_refused', 0],
])('%s instead of an answer is a line, %s, until there is one', async (what, trouble, already) => {
  const { token } = await sell()
  instead = what
  await expect(run()).rejects.toThrow(/^invoices: /)
  // What it has become is asked for, and whoever answers so does not say that it became nothing.
  await expect(run()).rejects.toThrow(/^invoices: GET/)
  expect(await issuedFor(token)).toBe(already)
  expect(await lineOf(token)).toMatchObject({ status: 'waiting', trouble, refusal: null })
  instead = null
  await run()
  expect(await statusOf(token)).toBe('issued')
  expect(await issuedFor(token)).toBe(1)
  expect(await lineOf(token)).toBeUndefined()
})

test('a certificate that has ended, a stranger’s, and a host that is another are lines; nothing is sent', async () => {
  const others = await createAuthority()
  try {
    const ended = await authority.issue('ended', -1, 'rsa')
    const strange = await others.issue('company', 1, 'rsa')
    const endedOffice = await listen(await authority.issue('ended-office', -1))
    const another = await listen(await authority.issue('another', 1, 'ec', 'DNS:another.example'))
    const { token } = await sell()
    const changes: [Record<string, string>, ServiceInvoiceWire['trouble']][] = [
      [{ NFSE_CLIENT_CERT: ended.cert, NFSE_CLIENT_KEY: ended.key }, 'certificate_ended'],
      [{ NFSE_CLIENT_CERT: strange.cert, NFSE_CLIENT_KEY: strange.key }, 'certificate_refused'],
      [{ NFSE_CA: others.ca }, 'host_not_theirs'],
      [{ NFSE_URL: `https://localhost:${another}` }, 'host_not_theirs'],
      [{ NFSE_URL: `https://localhost:${endedOffice}` }, 'host_not_theirs'],
      [{ NFSE_URL: 'https://localhost:1' }, 'no_answer'],
    ]
    for (const [change, trouble] of changes) {
      await expect(run(change)).rejects.toThrow(/^invoices: /)
      expect(await lineOf(token), trouble ?? '').toMatchObject({ status: 'waiting', trouble })
    }
    expect(clients).toEqual([])
    await run()
    expect(await statusOf(token)).toBe('issued')
    expect(await issuedFor(token)).toBe(1)
  } finally {
    await others.remove()
  }
})

test('a cancellation that nobody confirms is a line, too, and is done once', async () => {
  const { fan, token } = await sell()
  await run()
  expect((await market.call(fan, '/regret', { UID: token })).status).toBe(200)
  for (const what of ['hang', 'html', 'redirect'] as const) {
    instead = what
    await expect(run()).rejects.toThrow(/^invoices: /)
    expect(await lineOf(token)).toMatchObject({ status: 'cancelling' })
  }
  instead = null
  await run()
  expect(await statusOf(token)).toBe('cancelled')
  expect(await lineOf(token)).toBeUndefined()
})
