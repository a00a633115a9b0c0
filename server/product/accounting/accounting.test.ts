/** The accountant's month: equal to the ledger to the centavo, for a person and for a program. */
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { buyFromWallet, depositByCard, tokenOf, totalOf } from '../../testing/paid-by-card.ts'
import type { Answer } from '../api/call.ts'
import type { AccountingMonthWire } from './contract.ts'
import { spreadsheet } from './files.ts'

let market: Market
let admin: TestFan
let fan: TestFan
let project: TestProject
let deposit: string
const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })
  .format(Date.now())
  .slice(0, 7)

beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
  fan = await market.newFan()
  deposit = await depositByCard(market, fan, 5000)
  project = await market.newProject({ supply: 2, price: 1501 })
  await buyFromWallet(market, fan, project)
  const auction = await market.newAuction({ price: 2000 })
  expect((await market.bid(await market.newFan(9000), auction, 3000)).status).toBe(200)
})
afterAll(() => market.close())

const read = async (of = month, by = admin) =>
  market.call(by, `/admin/accounting?month=${of}`) as unknown as Promise<
    Answer<AccountingMonthWire> & { status: number }
  >
const file = async (path: string) => (await market.callRaw(admin, path)).text()
const rowOf = ({ accounts }: AccountingMonthWire, name: string) =>
  accounts.find(({ account }) => account === name)

describe('the balances of a month', () => {
  test('are those of the ledger, and make up nothing', async () => {
    const { data } = await read()
    const held = await market.sql<{ code: string; balance: number }[]>`
      select code, balance from ledger.accounts where balance <> 0`
    const sumOf = (pattern: RegExp) =>
      held.filter(({ code }) => pattern.test(code)).reduce((sum, { balance }) => sum + balance, 0)
    expect(data.isBalanced).toBe(true)
    expect(rowOf(data, 'fans_available')?.closing).toBe(sumOf(/^fan:.*:available$/))
    expect(rowOf(data, 'fans_held')?.closing).toBe(3000)
    expect(rowOf(data, 'artists_payable')?.closing).toBe(sumOf(/^project:/))
    expect(rowOf(data, 'platform_revenue')?.closing).toBe(sumOf(/^platform:revenue$/))
    expect(data.accounts.reduce((sum, { closing }) => sum + closing, 0)).toBe(0)
    const [moved] = await market.sql`select count(*)::int as count from ledger.transfers`
    expect(data.movements).toBe(moved?.count)
  })

  test('open where the month before closed', async () => {
    const old = new Date(`${month}-15T12:00:00Z`)
    old.setUTCMonth(old.getUTCMonth() - 1)
    const before = old.toISOString().slice(0, 7)
    await market.sql`set session_replication_role = replica`
    await market.sql`
      update ledger.transfers set created_at = ${old} where id = ${`deposit:${deposit}`}`
    await market.sql`set session_replication_role = origin`
    const [last, present] = [(await read(before)).data, (await read()).data]
    expect(rowOf(last, 'fans_available')).toEqual({
      account: 'fans_available',
      opening: 0,
      came: 5000,
      went: 0,
      closing: 5000,
    })
    expect(rowOf(present, 'fans_available')?.opening).toBe(5000)
    expect([last.movements, last.isBalanced, present.isBalanced]).toEqual([1, true, true])
  })

  test('a month in which there was nothing is empty', async () => {
    expect((await read('2020-01')).data).toEqual({
      month: '2020-01',
      isBalanced: true,
      movements: 0,
      accounts: [],
    })
  })
})

describe('the files', () => {
  test('for programs: each transfer once, with what it was about, in whole centavos', async () => {
    const [head, ...lines] = (await file(`/admin/accounting/ledger.csv?month=${month}`))
      .trimEnd()
      .split('\r\n')
    expect(head).toBe(
      'id,at,kind,debit,credit,amount,method,fee,payment,providerId,project,artist,person,document,refunded',
    )
    const rows = lines.map((line) => line.split(','))
    const kept = await market.sql<{ id: string; amount: number }[]>`
      select id, amount from ledger.transfers
      where created_at >= (${`${month}-01`}::date)::timestamp at time zone 'America/Sao_Paulo'
      order by created_at, id`
    expect(rows.map(([id, , , , , amount]) => ({ id, amount: Number(amount) }))).toEqual([...kept])
    const sale = rows.find(([, , kind, , , , , , , , name]) => kind === 'sale_author' && name === 'Maré')
    expect(sale?.slice(3, 5)).toEqual(['fans_available', 'artists_payable'])
    expect(sale?.[6]).toBe('balance')
    const fee = rows.find(([id]) => id === `card_fee:${deposit}`)
    expect(fee?.slice(5, 9)).toEqual([String(totalOf(5000) - 5000), 'card', '', deposit])
    expect(fee?.[9]).toMatch(/^pi_/)
  })

  test('a payment’s fee stands once; what PIX paid out says so; a sale says whether it went back', async () => {
    const lines = async () =>
      (await file(`/admin/accounting/ledger.csv?month=${month}`))
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
    const own = await depositByCard(market, fan, 6000)
    const fees = (await lines()).filter((row) => row[8] === own && row[7] !== '')
    expect(fees.map((row) => [row[2], row[7]])).toEqual([['deposit', String(totalOf(6000) - 6000)]])

    const shared = await market.newProject({ price: 1000 })
    await market.sql.begin(async (tx) => {
      // Nobody is asked to agree.
      await tx`set local session_replication_role = replica`
      await tx`
        with artist as (
          insert into private.artists (wallet, name) values (${`0x${'7'.repeat(40)}`}, 'Duda Sanfona') returning id
        ), split as (
          insert into private.splits (project_id, proposed_by, status, in_force_at)
          values (${shared.id}, ${admin.uid}, 'in_force', now()) returning id
        )
        insert into private.split_shares (split_id, artist_id, place, basis_points)
        select split.id, artist.id, 1, 10000 from split, artist`
      await tx`
        with opened as (
          insert into ledger.accounts (code)
          select 'project:' || ${shared.uid}::text || ':share:' || uid from private.artists where name = 'Duda Sanfona'
          returning id
        )
        insert into private.share_accounts (account_id, project_id, artist_id)
        select opened.id, ${shared.id}, artists.id from opened, private.artists where name = 'Duda Sanfona'`
    })
    const sale = await buyFromWallet(market, fan, shared)
    const sales = async () => (await lines()).filter((row) => row[8] === sale && row[14] !== '')
    expect((await sales()).map((row) => [row[2], row[11], row[14]])).toEqual([
      ['sale_author', 'Coral', 'no'],
      ['sale_platform', 'Coral', 'no'],
      ['share_sale', 'Duda Sanfona', 'no'],
    ])
    const token = (await tokenOf(market, sale))?.uid ?? ''
    expect((await market.call(fan, '/regret', { UID: token })).status).toBe(200)
    expect((await sales()).map((row) => row[14])).toEqual(['yes', 'yes', 'yes'])

    const asked = await market.call(fan, '/redeem-balance', {
      pixKeyType: 'email',
      pixKey: fan.email,
      amount: 1000,
    })
    const { uid } = asked.data as { uid: string }
    await market.sql`select ledger.post(${market.sql.json([
      {
        id: `withdrawal:${uid}`,
        kind: 'withdrawal',
        debit: `fan:${fan.uid}:held`,
        credit: 'withdrawals:paid',
        amount: 1000,
      },
    ])})`
    expect((await lines()).find(([id]) => id === `withdrawal:${uid}`)?.[6]).toBe('pix')
  })

  test('close with what they list, also where money moves while they are written', async () => {
    const late = {
      id: 'deposit:late',
      kind: 'deposit',
      debit: 'processor:clearing',
      credit: 'platform:revenue',
      amount: 777,
    }
    const come = (id: string) => market.sql`select ledger.post(${market.sql.json([{ ...late, id }])})`
    const parts = spreadsheet(market.sql, month, 'en')
    let text = ''
    // The opening balances have been read, the movements have not.
    for (let part = 0; part < 2; part++) text += (await parts.next()).value
    await come('deposit:late:1')
    for await (const part of parts) text += part
    const revenue = (await read()).data.accounts.find(({ account }) => account === 'platform_revenue')
    expect(text).toContain(`Closing,Platform: revenue,${((revenue?.closing ?? 0) / 100).toFixed(2)}\r\n`)
    expect(text).toContain('deposit:late:1')
  })

  test('for programs: a person’s name runs as no formula', async () => {
    await market.sql`update users set full_name = '=HYPERLINK("http://evil.test")' where uid = ${fan.uid}`
    const text = await file(`/admin/accounting/ledger.csv?month=${month}`)
    expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
    expect(text).not.toMatch(/,"?=HYPERLINK/)
  })

  test('for people: between opening and closing balances, in their language, in its notation', async () => {
    const came = { id: 'deposit:by_pix', kind: 'deposit', amount: 500 }
    await market.sql`
      select ledger.post(${market.sql.json([{ ...came, debit: 'pix:clearing', credit: 'platform:revenue' }])})`
    const pt = await file(`/admin/accounting.csv?month=${month}`)
    expect(pt).toMatch(/^Abertura;Artistas: a pagar;0,00\r\n/)
    expect(pt).toContain('Quando;Movimento;Saiu de;Entrou em;Valor;Meio;Taxa de serviço;')
    expect(pt).toContain(';Venda: parte do artista;Fãs: disponível;Artistas: a pagar;')
    // What was paid out since stands in accounts of its own.
    expect(pt).toContain(';PIX: recebido, antes do que saiu;')
    expect(pt).toMatch(/Fechamento;Fãs: reservado;30,00\r\n/)
    await market.sql`update users set language = 'en' where uid = ${admin.uid}`
    expect(await file(`/admin/accounting.csv?month=${month}`)).toContain('Closing,Fans: held,30.00\r\n')
  })
})

describe('the workbook', () => {
  const workbook = async () => {
    const answer = await market.callRaw(admin, `/admin/accounting.xlsx?month=${month}`)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="tune-${month}.xlsx"`)
    const [head, ...rows] = await readSheet(Buffer.from(await answer.arrayBuffer()))
    return { head, rows }
  }
  /** As its reader has read it: a number that holds whole centavos. */
  const centavos = (cell: unknown) => {
    expect(typeof cell).toBe('number')
    const rounded = Math.round(Number(cell) * 100)
    expect(rounded / 100).toBe(cell)
    return rounded
  }

  test('has each transfer once, in numbers and dates, equal to the ledger to the centavo', async () => {
    await market.sql`update users set language = 'pt' where uid = ${admin.uid}`
    const own = await depositByCard(market, fan, 5000)
    const { head, rows } = await workbook()
    expect(head?.slice(0, 5)).toEqual(['Quando', 'Movimento', 'Saiu de', 'Entrou em', 'Valor'])
    const { data } = await read()
    const balances = (side: 'opening' | 'closing', name: string) =>
      expect(rows.filter((row) => row[1] === name).map((row) => centavos(row[4]))).toEqual(
        data.accounts.map((row) => row[side]),
      )
    balances('opening', 'Abertura')
    balances('closing', 'Fechamento')
    const moved = rows.filter((row) => row[13])
    const kept = await market.sql<{ id: string; amount: number; at: string }[]>`
      select id, amount, to_char(created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI:SS') as at
      from ledger.transfers
      where created_at >= (${`${month}-01`}::date)::timestamp at time zone 'America/Sao_Paulo'
      order by created_at, id`
    expect(moved.map((row) => ({ id: row[13], amount: centavos(row[4]) }))).toEqual(
      kept.map(({ id, amount }) => ({ id, amount })),
    )
    const instants = moved.map((row) => row[0])
    for (const [place, at] of instants.entries()) {
      expect(at).toBeInstanceOf(Date)
      const off = (at as unknown as Date).getTime() - Date.parse(`${kept[place]?.at.replace(' ', 'T')}Z`)
      expect(Math.abs(off)).toBeLessThan(1000)
    }
    const fee = moved.find((row) => row[13] === `deposit:${own}`)
    expect(centavos(fee?.[6])).toBe(totalOf(5000) - 5000)
  })

  test('says what people call themselves, and runs none of it', async () => {
    // Two that no XML may hold, and what a spreadsheet would read as a character.
    const name = '=1+1 & <b>\ufffe\uffff _x0041_'
    await market.sql`update users set full_name = ${name} where uid = ${fan.uid}`
    const { rows } = await workbook()
    expect(rows.map((row) => row[9])).toContain('=1+1 & <b> _x0041_')
  })
})

test.each(['2026-13', '2026-1', 'x', ''])('%j is no month', async (wrong) => {
  expect((await read(wrong)).status).toBe(400)
  for (const path of ['/admin/accounting.csv', '/admin/accounting.xlsx', '/admin/accounting/ledger.csv'])
    expect((await market.callRaw(admin, `${path}?month=${wrong}`)).status).toBe(400)
})

test('it is for owners and finance', async () => {
  expect((await read(month, fan)).status).toBe(403)
  await market.sql`update users set role = 'support' where uid = ${fan.uid}`
  expect((await read(month, fan)).status).toBe(403)
})
