/** Service invoices: one for each sale and fee, whatever is repeated, raced, lost or refused; and what becomes of them when money goes back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declarationId } from '#domain/service-invoice.ts'
import { createServiceInvoices } from '../../platform/adapters/service-invoices/service-invoices.ts'
import { type Authority, createAuthority } from '../../testing/certificates.ts'
import { type Emulators, startEmulators } from '../../testing/emulators.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { buyFromWallet, tokenOf } from '../../testing/paid-by-card.ts'
import type { ReceiptWire, StatementWire } from '../wallet/contract.ts'
import type { ServiceInvoiceWire } from './contract.ts'
import { issueInvoices } from './issue-invoices.ts'

type Issued = {
  key: string
  declaration: string
  document: string
  amount: string
  customer: string | null
  cancelled_at: string | null
}
type Row = { status: string; refusal: string | null; said: string | null; number: number }

const CNPJ = '11222333000181'
const CITY = '3550308'
let outside: Emulators
let authority: Authority
let market: Market
let finance: TestFan
let project: TestProject

beforeAll(async () => {
  outside = await startEmulators()
  authority = await createAuthority()
  const { cert, key } = await authority.issue('company', 1, 'rsa')
  market = await createMarket({
    env: {
      NFSE_INVOICES: 'sales,fees',
      NFSE_SINCE: '2020-01-01',
      NFSE_URL: `${outside.origin}/invoices`,
      NFSE_LOOKUP_URL: `${outside.origin}/invoices/consulta?chave=`,
      NFSE_ENVIRONMENT: 'restricted',
      NFSE_CLIENT_CERT: cert,
      NFSE_CLIENT_KEY: key,
      NFSE_CNPJ: CNPJ,
      NFSE_CITY: CITY,
      NFSE_SALE_SERVICE: '010901',
      NFSE_FEE_SERVICE: '100501',
      NFSE_IBS_CBS: '020101:000:000001',
      WITHDRAWAL_SECOND_PERSON_ABOVE: '100000000',
    },
  })
  finance = await market.newAdmin()
  await market.sql`update users set role = 'finance' where uid = ${finance.uid}`
})
beforeEach(async () => {
  project = await market.newProject({ supply: 5, price: 2000 })
  await knownArtist(project)
})
afterEach(async () => {
  // What one test leaves to do is nothing to the next.
  await market.sql`update private.service_invoices set status = 'noted', note = 'x' where status in ('refused', 'kept')`
  await market.expectHealthy()
})
afterAll(async () => {
  await market.close()
  await outside.close()
  await authority.remove()
})

const control = (path: string, body: object = {}) =>
  fetch(`${outside.origin}/invoices/_control/${path}`, { method: 'POST', body: JSON.stringify(body) })
/** Of one token. */
const issuedOutside = async (token: string) => {
  const all = (await (await fetch(`${outside.origin}/invoices/_control/invoices`)).json()) as Issued[]
  return all.filter(({ document }) => document.includes(token))
}
const run = () => issueInvoices(market.ctx)

/** The project's artist has a document. */
async function knownArtist({ id }: TestProject): Promise<void> {
  await market.sql`
    insert into private.artist_taxes (artist_id, document)
    select artists.id, '11144477735' from private.artists join projects on wallet = lower(author_wallet)
    where projects.id = ${id}`
}

async function sale(): Promise<{ fan: TestFan; payment: string; token: string }> {
  const fan = await market.newFan(project.price)
  const payment = await buyFromWallet(market, fan, project)
  return { fan, payment, token: (await tokenOf(market, payment))?.uid ?? '' }
}

async function invoiceOf(token: string, subject = 'sale'): Promise<Row | undefined> {
  const [row] = await market.sql<Row[]>`
    select invoices.status, refusal, said, number from private.service_invoices invoices
    join mints on mints.id = mint_id where mints.uid = ${token} and subject = ${subject}`
  return row
}
const list = async (which = 'invoices-waiting') =>
  ((await market.call(finance, `/admin/${which}`)) as unknown as { data: ServiceInvoiceWire[] }).data
const uidOf = async (token: string) => {
  const [row] = await market.sql<{ uid: string }[]>`
    select invoices.uid from private.service_invoices invoices join mints on mints.id = mint_id
    where mints.uid = ${token} and subject = 'sale'`
  return row?.uid ?? ''
}
const decide = (token: string, deed: 'retry' | 'settle', body: object = {}) =>
  uidOf(token).then((uid) => market.call(finance, `/admin/invoices/${uid}/${deed}`, body))

describe('a sale', () => {
  test('has one invoice to the fan and one about the fee to the artist, and is looked up from its receipt', async () => {
    const { fan, token } = await sale()
    await run()
    await run()
    const mine = await issuedOutside(token)
    expect(mine.map(({ amount, customer }) => [amount, customer]).sort()).toEqual([
      ['2.00', 'Coral'],
      ['20.00', 'Ana'],
    ])
    const { number, status } = (await invoiceOf(token)) ?? { number: 0, status: '' }
    expect(status).toBe('issued')
    const bySale = mine.find(({ amount }) => amount === '20.00')
    expect(bySale?.declaration).toBe(declarationId({ city: CITY, cnpj: CNPJ, series: 1, number }))
    const { data: movements } = (await market.call(fan, '/statement')) as unknown as StatementWire
    const bought = movements.find(({ kind }) => kind === 'purchase')
    const receipt = (await market.call(
      fan,
      `/statement/${encodeURIComponent(bought?.id ?? '')}`,
    )) as unknown as {
      data: ReceiptWire
    }
    expect(receipt.data.invoice).toEqual({
      number: Number(bySale?.key.slice(23, 36)),
      link: `${outside.origin}/invoices/consulta?chave=${bySale?.key}`,
      isCancelled: false,
    })
    expect((await fetch(receipt.data.invoice?.link ?? '')).status).toBe(200)
  })

  test('is declared by what the layout has, in its order, with names of Latin letters', async () => {
    await market.sql`update projects set project_name = 'Maré “<&>” 🎵' where id = ${project.id}`
    const { token } = await sale()
    await run()
    expect(await invoiceOf(token)).toMatchObject({ status: 'issued' })
  })

  test('before the first day that was set has none', async () => {
    const { token } = await sale()
    await market.sql`update mints set minted_at = '2019-12-31T12:00:00Z' where uid = ${token}`
    await run()
    expect(await invoiceOf(token)).toBeUndefined()
  })

  test('keeps number and amount for good', async () => {
    const { token } = await sale()
    await run()
    for (const change of [
      market.sql`amount = 1`,
      market.sql`number = number + 1000`,
      market.sql`access_key = repeat('1', 50)`,
    ])
      await expect(
        market.sql`update private.service_invoices set ${change} where mint_id = (select id from mints where uid = ${token})`,
      ).rejects.toMatchObject({ constraint_name: 'service_invoice_stays' })
  })
})

describe('one invoice and no second', () => {
  test('where many run at once', async () => {
    const sales = [await sale(), await sale(), await sale()]
    await Promise.allSettled(Array.from({ length: 5 }, run))
    await run()
    for (const { token } of sales) expect(await invoiceOf(token)).toMatchObject({ status: 'issued' })
    for (const { token } of sales) expect(await issuedOutside(token)).toHaveLength(2)
    const numbers = await market.sql<
      { number: number }[]
    >`select number from private.service_invoices order by number`
    expect(numbers.map(({ number }) => Number(number))).toEqual(numbers.map((_, index) => index + 1))
  })

  test('where the answer is lost: it is asked for', async () => {
    const { token } = await sale()
    await control('next', { outcome: 'drop_answer' })
    await expect(run()).rejects.toThrow()
    expect(await invoiceOf(token)).toMatchObject({ status: 'waiting' })
    await run()
    expect(await invoiceOf(token)).toMatchObject({ status: 'issued' })
    expect(await issuedOutside(token)).toHaveLength(2)
  })

  test.each(['http_500', 'http_503', 'http_429'])(
    'where nothing was done (%s): it is declared again',
    async (outcome) => {
      const { token } = await sale()
      await control('next', { outcome })
      await expect(run()).rejects.toThrow(/answered (500|503|429)/)
      await run()
      expect(await invoiceOf(token)).toMatchObject({ status: 'issued' })
    },
  )

  test('where the process ends between asking and hearing', async () => {
    const { token } = await sale()
    const ends = { ...market.ctx.serviceInvoices, issue: () => Promise.reject(new Error('killed')) } as never
    await expect(issueInvoices({ ...market.ctx, serviceInvoices: ends })).rejects.toThrow('killed')
    await run()
    expect(await invoiceOf(token)).toMatchObject({ status: 'issued' })
  })
})

describe('a refused one', () => {
  test('is a line that says why, and goes out again under its number', async () => {
    const { token } = await sale()
    await control('next', { outcome: 'refuse', code: 'E0160' })
    await run()
    const before = await invoiceOf(token)
    const refused = [await invoiceOf(token), await invoiceOf(token, 'fee')].find(
      (one) => one?.status === 'refused',
    )
    expect(refused).toMatchObject({ refusal: 'E0160', said: 'Rejeição E0160' })
    expect(await list()).toMatchObject([{ refusal: 'E0160', status: 'refused' }])
    const narrowed = async (query: string) =>
      ((await market.call(finance, `/admin/invoices?${query}`)) as unknown as { data: { status: string }[] })
        .data
    expect((await narrowed('status=refused')).map(({ status }) => status)).toEqual(['refused'])
    expect(await narrowed('status=refused&least=100000000')).toEqual([])
    expect(await narrowed('to=2020-01-01')).toEqual([])
    const waiting = (await market.call(finance, '/admin/waiting')) as unknown as {
      data: { kind: string; count: number }[]
    }
    expect(waiting.data.find(({ kind }) => kind === 'invoice')?.count).toBe(1)
    const [line] = await list()
    expect((await market.call(finance, `/admin/invoices/${line?.uid}/retry`, {})).status).toBe(200)
    await run()
    expect(await invoiceOf(token)).toMatchObject({ status: 'issued', number: before?.number })
    expect(await list()).toEqual([])
    expect((await market.call(finance, `/admin/invoices/${line?.uid}/retry`, {})).data).toMatchObject({
      code: 'invoice_settled',
    })
  })

  test('about an artist without a document waits for it', async () => {
    project = await market.newProject({ supply: 1, price: 2000 })
    const { token } = await sale()
    await run()
    expect(await invoiceOf(token, 'fee')).toMatchObject({ status: 'refused', refusal: 'customer_unknown' })
    expect(await invoiceOf(token)).toMatchObject({ status: 'issued' })
    await knownArtist(project)
    const [line] = await list()
    await market.call(finance, `/admin/invoices/${line?.uid}/retry`, {})
    await run()
    expect(await invoiceOf(token, 'fee')).toMatchObject({ status: 'issued' })
  })

  test('is dealt with by hand, with a note, and nothing more is sent', async () => {
    const { token } = await sale()
    await control('next', { outcome: 'refuse', times: 2 })
    await run()
    expect((await decide(token, 'settle', { note: ' ' })).status).toBe(400)
    expect((await decide(token, 'settle', { note: 'Emitida no portal' })).status).toBe(200)
    await run()
    expect(await invoiceOf(token)).toMatchObject({ status: 'noted' })
    expect((await list('invoices'))[0]).toMatchObject({ project: 'Maré' })
  })

  test('is for owners and finance', async () => {
    const fan = await market.newFan()
    expect((await market.call(fan, '/admin/invoices')).status).toBe(403)
    await market.sql`update users set role = 'support' where uid = ${fan.uid}`
    expect((await market.call(fan, '/admin/invoices')).status).toBe(403)
    const none = '00000000-0000-4000-8000-000000000000'
    expect((await market.call(finance, `/admin/invoices/${none}/retry`, {})).status).toBe(404)
  })
})

describe('money that goes back', () => {
  const regret = ({ fan, token }: { fan: TestFan; token: string }) =>
    market.call(fan, '/regret', { UID: token })

  test('has its invoices cancelled, once', async () => {
    const one = await sale()
    await run()
    expect((await regret(one)).status).toBe(200)
    await control('next', { outcome: 'drop_answer' })
    await expect(run()).rejects.toThrow()
    await run()
    for (const subject of ['sale', 'fee'])
      expect(await invoiceOf(one.token, subject)).toMatchObject({ status: 'cancelled' })
    expect((await issuedOutside(one.token)).every(({ cancelled_at }) => cancelled_at !== null)).toBe(true)
  })

  test('before anything was issued: none is', async () => {
    const one = await sale()
    await market.sql`select private.plan_service_invoices(array['sale'], '2020-01-01', 1)`
    await regret(one)
    await run()
    expect(await invoiceOf(one.token)).toMatchObject({ status: 'unneeded' })
    expect(await issuedOutside(one.token)).toEqual([])
  })

  test('while it could not be known whether one was issued: found, and cancelled', async () => {
    const one = await sale()
    await control('next', { outcome: 'drop_answer' })
    await expect(run()).rejects.toThrow()
    await regret(one)
    await run()
    await run()
    const states = [await invoiceOf(one.token), await invoiceOf(one.token, 'fee')]
      .map((row) => row?.status)
      .sort()
    expect(states).toEqual(['cancelled', 'unneeded'])
  })

  test('after the time for cancelling is the accountant’s', async () => {
    const one = await sale()
    await run()
    await market.sql`
      update private.service_invoices set issued_at = now() - interval '25 hours' where issued_at is not null`
    await regret(one)
    await run()
    expect(await invoiceOf(one.token)).toMatchObject({ status: 'kept', refusal: 'returned_late' })
    expect((await decide(one.token, 'settle', { note: 'Nota substituta 12' })).status).toBe(200)
  })

  test('in part is the accountant’s', async () => {
    const one = await sale()
    await run()
    const asked = await market.call(finance, `/admin/activity/${one.payment}/refunds`, {
      amount: 500,
      destination: 'wallet',
      reason: 'meio show',
      despitePlay: false,
    })
    expect(asked.status).toBe(200)
    await run()
    expect(await invoiceOf(one.token)).toMatchObject({ status: 'kept', refusal: 'returned_in_part' })
  })

  test('whose cancellation the city refuses stays a line, which can be asked for again', async () => {
    const one = await sale()
    await run()
    await regret(one)
    await control('next', { outcome: 'refuse', code: 'E0822', times: 1 })
    await run()
    const kept = (await list()).filter(({ status }) => status === 'kept')
    expect(kept).toMatchObject([{ refusal: 'E0822' }])
    await market.call(finance, `/admin/invoices/${kept[0]?.uid}/retry`, {})
    await run()
    expect(await invoiceOf(one.token)).toMatchObject({ status: 'cancelled' })
  })
})

test('where they are off nothing is planned', async () => {
  const { token } = await sale()
  await issueInvoices({
    ...market.ctx,
    serviceInvoices: createServiceInvoices({ ...market.ctx.env, NFSE_INVOICES: [] }),
  })
  expect(await invoiceOf(token)).toBeUndefined()
})
