/** The lists of projects, payments and support requests: what they show, and what finds it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { buyFromWallet } from '../../testing/paid-by-card.ts'
import type { Page } from '../api/call.ts'
import type { AdminProjectWire } from '../projects/wire.ts'
import type { AdminSupportWire } from '../support/contract.ts'
import type { AdminPaymentWire } from './wire.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterAll(async () => {
  await market.expectHealthy()
  await market.close()
})

const list = async <Row>(path: string) =>
  (await (market.call(admin, `/admin/${path}`) as unknown as Promise<Page<Row>>)).data
const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`
const pdf = `data:application/pdf;base64,${Buffer.from('%PDF-1.7').toString('base64')}`

describe('projects', () => {
  test('tell their stock, sales and auction as they are, drafts too', async () => {
    const auction = await market.newAuction({ units: 2 })
    const draft = await market.newProject({ published: false, supply: 5 })
    const rows = await list<AdminProjectWire>('projects')
    expect(rows.find(({ uid }) => uid === auction.uid)).toMatchObject({
      totalSupply: 2,
      sales: 2,
      phase: 'auction',
      isActive: true,
    })
    expect(rows.find(({ uid }) => uid === draft.uid)).toMatchObject({
      totalSupply: 5,
      sales: 0,
      phase: 'first_lot',
      isActive: false,
    })
    const bidder = await market.newFan(3000)
    await market.bid(bidder, auction, 3000)
    await market.endWindows(auction)
    await market.settleAll()
    const [sold] = (await list<AdminProjectWire>('projects')).filter(({ uid }) => uid === auction.uid)
    expect(sold?.sales).toBe(3)
    await market.sql`
      update projects set project_name = 'Cal e Ção', author = 'Banda Ípsilon' where uid = ${draft.uid}`
    for (const text of ['cal%20e%20cao', 'ipsilon'])
      expect(await list<AdminProjectWire>(`projects?search=${text}`)).toMatchObject([{ uid: draft.uid }])
  })

  test('are published once, and the trail says by whom', async () => {
    const { uid } = await market.newProject({ published: false })
    const publish = () => market.call(admin, `/projects/${uid}/publish`, {})
    const answers = await Promise.all([publish(), publish(), publish()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(
      await market.sql`
      select admin_id, action, before, after from private.admin_actions where subject = ${uid}`,
    ).toEqual([
      {
        admin_id: admin.uid,
        action: 'project.publish',
        before: { isActive: false },
        after: { isActive: true },
      },
    ])
  })
})

describe('payments', () => {
  test('are found by project, author, amount, kind, name and e-mail', async () => {
    const fan = await market.newFan(5000)
    const project = await market.newProject({ price: 1234 })
    await market.sql`update users set full_name = 'Zuleica Brandão' where uid = ${fan.uid}`
    await market.sql`
      update projects set project_name = 'Xaxado', author = 'Grupo Ômega' where uid = ${project.uid}`
    await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    const typed = ['xaxado', 'omega', 'R$ 12,34', '12,34', 'zuleica brandao', fan.email]
    for (const text of typed) {
      const rows = await list<AdminPaymentWire>(`activity?search=${encodeURIComponent(text)}`)
      expect(rows, text).toMatchObject([
        {
          flow: 'mint',
          amount: 1234,
          user: { email: fan.email },
          project: { projectName: 'Xaxado', author: 'Grupo Ômega' },
        },
      ])
    }
    const [{ uid } = { uid: '' }] = await list<AdminPaymentWire>(`activity?search=${fan.email}`)
    for (const part of [uid.slice(0, 8), uid.slice(0, 13).toUpperCase()])
      expect(await list<AdminPaymentWire>(`activity?search=${part}`), part).toMatchObject([{ uid }])
    const flowsOf = async (text: string) =>
      new Set(
        (await list<AdminPaymentWire>(`activity?search=${encodeURIComponent(text)}`)).map((row) => row.flow),
      )
    expect(await flowsOf('mint')).toEqual(new Set(['mint']))
    expect(await flowsOf('envio de')).toEqual(new Set(['bid']))
    expect(await flowsOf('ninguém paga isto')).toEqual(new Set())
  })

  test('of a bid name its work, and of a gift that it is one', async () => {
    const fan = await market.newFan(9000)
    const auction = await market.newAuction()
    const project = await market.newProject({ price: 1500 })
    await market.bid(fan, auction, 3000)
    const gift = { gift: { email: null, words: '' } }
    await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid, ...gift })
    const rows = await list<AdminPaymentWire>(`activity?search=${fan.email}`)
    expect(rows).toMatchObject([
      { flow: 'mint', isGift: true },
      { flow: 'bid', isGift: false, project: { projectName: expect.any(String) } },
    ])
    const file = await (await market.callRaw(admin, `/admin/activity.csv?search=${fan.email}`)).text()
    expect(file).toContain('Compra de $TUNE (Presente)')
  })

  test('of a gift that came back are undone, found as such, and say why and to whom it was to go', async () => {
    const fan = await market.newFan(3000)
    const project = await market.newProject({ price: 1500 })
    const gift = { gift: { email: 'quem.ganha@tune.test', words: '' } }
    await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid, ...gift })
    const [row] = await list<AdminPaymentWire>(`activity?search=${fan.email}`)
    const page = async () => (await market.call(admin, `/admin/activity/${row?.uid}`)).data
    expect(await page()).toMatchObject({
      isUndone: false,
      gift: { status: 'waiting', email: 'q•••@tune.test', returnedFor: null },
    })
    const [given] = (await market.call(fan, '/gifts')).data as unknown as { uid: string }[]
    expect((await market.call(fan, `/gifts/${given?.uid}/take-back`, {})).status).toBe(200)
    expect(await page()).toMatchObject({ isUndone: true, gift: { email: null, returnedFor: 'taken_back' } })
    const found = (state: string) => list<AdminPaymentWire>(`activity?search=${fan.email}&status=${state}`)
    expect(await found('undone')).toMatchObject([{ uid: row?.uid, isUndone: true, refunded: 1500 }])
    expect(await found('succeded')).toEqual([])
  })

  test('of a bid that was cancelled say so, and are no longer found among those sent', async () => {
    const fan = await market.newFan(9000)
    const [standing, closed] = [await market.newAuction(), await market.newAuction()]
    for (const auction of [standing, closed]) await market.bid(fan, auction, 3000)
    await market.sql`update payments set status = 'succeded-bided' where user_id = ${fan.uid}`
    await market.sql`update projects set expired_at = clock_timestamp() where id = ${closed.id}`
    await market.settleAll()
    const rows = await list<AdminPaymentWire>(`activity?search=${fan.email}`)
    expect(rows.map(({ isCancelled }) => isCancelled)).toEqual([true, false])
    const found = async (state: string) =>
      (await list<AdminPaymentWire>(`activity?person=${fan.uid}&status=${state}`)).map(({ uid }) => uid)
    expect(await found('cancelled')).toEqual([rows[0]?.uid])
    expect(await found('succeded-bided')).toEqual([rows[1]?.uid])
    expect((await market.call(admin, `/admin/activity/${rows[0]?.uid}`)).data).toMatchObject({
      isCancelled: true,
    })
    const file = await (await market.callRaw(admin, `/admin/activity.csv?search=${fan.email}`)).text()
    expect(file.match(/Lance cancelado|Lance enviado/g)).toEqual(['Lance cancelado', 'Lance enviado'])
  })

  test('by PIX that nobody paid are not called failures', async () => {
    const fan = await market.newFan()
    for (const method of ['pix', 'card']) {
      await market.sql`
        insert into payments (user_id, flow, method, amount, fee) values (${fan.uid}, 'balance', ${method}, 1000, 10)`
    }
    await market.sql`update payments set status = 'failed' where user_id = ${fan.uid}`
    const rows = await list<AdminPaymentWire>(`activity?search=${fan.email}`)
    expect(rows.map(({ method, status }) => ({ method, status }))).toEqual([
      { method: 'card', status: 'failed' },
      { method: 'pix', status: 'failed' },
    ])
    const file = await (await market.callRaw(admin, `/admin/activity.csv?search=${fan.email}`)).text()
    expect(file.match(/Falha|PIX não pago/g)).toEqual(['Falha', 'PIX não pago'])
  })

  test('tell in their file how each was paid, what it cost, and what was given back', async () => {
    const fan = await market.newFan()
    await market.sql`
      with paid as (
        insert into payments (user_id, flow, method, amount, fee)
        values (${fan.uid}, 'balance', 'card', 123456, 6049) returning id
      )
      insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play, status, provider_id, ended_at)
      select id, ${fan.uid}, sums.amount, 'card', 'twice', false, sums.status, 're_file_' || sums.status, now()
      from paid, (values (400, 'done'), (900, 'failed')) sums (amount, status)`
    const buyer = await market.newFan(1000)
    const project = await market.newProject({ price: 1000 })
    await buyFromWallet(market, buyer, project)
    const [token] = await market.sql<{ uid: string }[]>`select uid from mints where user_id = ${buyer.uid}`
    expect((await market.call(buyer, '/regret', { UID: token?.uid })).status).toBe(200)
    const file = async (of: TestFan) =>
      (await (await market.callRaw(admin, `/admin/activity.csv?person=${of.uid}`)).text()).split('\r\n')
    const [titles, card] = await file(fan)
    expect(titles).toMatch(/;criado em;forma de pagamento;taxa de serviço;valor devolvido$/)
    expect(card).toMatch(/;1234,56;.*;Cartão;60,49;4,00$/)
    expect((await file(buyer)).join()).toMatch(/;10,00;Desfeita;;[^,]*;Saldo;0,00;10,00,/)
    await market.sql`update users set language = 'en' where uid = ${admin.uid}`
    expect((await file(fan)).slice(0, 2).join()).toMatch(
      /,payment method,service fee,amount returned,.*,Card,60\.49,4\.00$/,
    )
    await market.sql`update users set language = 'pt' where uid = ${admin.uid}`
  })

  test('are found when a text means more people than can be named, page by page and each once', async () => {
    await market.sql`
      with people as (
        insert into auth.users (id, email)
        select gen_random_uuid(), 'multidao-' || number || '@tune.test' from generate_series(1, 501) number
        returning id, email
      )
      insert into users (uid, email) select id, email from people`
    await market.sql`
      insert into payments (user_id, flow, method, amount, fee)
      select uid, 'balance', 'card', 1000, 79 from users where email like 'multidao-_@tune.test'`
    const seen: number[] = []
    for (let after = ''; ; ) {
      const { data, next } = (await market.call(
        admin,
        `/admin/activity?search=multidao&limit=4${after}`,
      )) as unknown as Page<AdminPaymentWire>
      seen.push(...data.map(({ id }) => id))
      if (next === null) break
      after = `&after=${next}`
    }
    expect(seen).toHaveLength(9)
    expect(new Set(seen).size).toBe(9)
  })
})

describe('support requests', () => {
  async function ask(fan: TestFan, message: string, file: string | null) {
    const [row] = await market.sql<{ id: number }[]>`
      insert into support_requests (user_id, subject, message, file)
      values (${fan.uid}, 'Saques', ${message}, ${file}) returning id`
    return row?.id ?? 0
  }

  test('are found by message, subject, name and e-mail, and say what is attached', async () => {
    const fan = await market.newFan()
    await market.sql`update users set full_name = 'Wando Pilar' where uid = ${fan.uid}`
    const id = await ask(fan, 'Não recebi o PIX da família', png)
    for (const text of ['familia', 'SAQUES', 'wando', fan.email]) {
      const rows = await list<AdminSupportWire>(`support?search=${encodeURIComponent(text)}`)
      expect(rows, text).toMatchObject([
        { id, user: { email: fan.email, tel: '+5511987650000' }, file: { type: 'image/png', isImage: true } },
      ])
      expect(JSON.stringify(rows)).not.toContain('base64')
    }
  })

  test('hand out a file as a download that no browser opens in place, to admins alone', async () => {
    const fan = await market.newFan()
    const id = await ask(fan, 'segue o PDF', pdf)
    const file = await market.callRaw(admin, `/admin/support/${id}/file`)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await file.text()).toBe('%PDF-1.7')
    expect((await market.callRaw(fan, `/admin/support/${id}/file`)).status).toBe(403)
    const without = await ask(fan, 'sem nada', null)
    for (const unknown of [without, 0, 'x', '9'.repeat(30)])
      expect((await market.callRaw(admin, `/admin/support/${unknown}/file`)).status).toBe(404)
  })
})
