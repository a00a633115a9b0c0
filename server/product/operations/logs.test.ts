/** Failures in the back office: seen, retried or given up, each once and with an entry in the audit trail. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { Page } from '../api/call.ts'
import { changeRole } from '../people/change-role.ts'
import { bookWithdrawalFailed } from '../withdrawals/decide-withdrawal.ts'
import type { AuditWire } from './contract.ts'
import type { FailedJobWire, FailedOperationWire } from './failures-contract.ts'
import type { WebhookWire } from './webhook-contract.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterAll(() => market.close())

const list = async <Row>(path: string) =>
  ((await market.call(admin, `/admin/${path}`)) as unknown as Page<Row>).data
const press = (path: string, who: TestFan = admin, body: object = {}) =>
  market.call(who, `/admin/${path}`, body) as Promise<{ status: number; data: { code?: string } | null }>
const trail = async (subject: string) =>
  (await list<AuditWire>(`audit?search=${encodeURIComponent(subject)}`)).map(({ action }) => action)

/** A job that has used up all its attempts. */
async function failedJob(error: string): Promise<number> {
  const [job] = await market.sql<{ id: number }[]>`
    select id::bigint as id from graphile_worker.add_job('send-mail', '{}'::json, max_attempts => 1)`
  await market.sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error} where id = ${job?.id ?? 0}`
  return job?.id ?? 0
}
async function failedOperation(kind: string): Promise<{ id: number; key: string }> {
  const key = `${kind}:${crypto.randomUUID()}`
  const [row] = await market.sql<{ id: number }[]>`
    with carrier as (
      insert into chain.transactions (signer, nonce, raw, hashes, status)
      values (${admin.wallet}, (select count(*) from chain.transactions), '0x', array['0x'], 'confirmed') returning id
    )
    insert into chain.operations (key, kind, payload, status, transaction_id, failure, ended_at)
    select ${key}, ${kind}, '{}', 'failed', id, 'InsufficientBalance', now() from carrier
    returning id`
  return { id: row?.id ?? 0, key }
}

describe('a job without attempts left', () => {
  test('is listed without anybody’s address, and tried again once', async () => {
    const id = await failedJob('550 no mailbox for ana@tune.test, CPF 529.982.247-25')
    await market.sql`select graphile_worker.add_job('prune')`
    const jobs = await list<FailedJobWire>('failed-jobs')
    expect(jobs).toMatchObject([{ id, task: 'send-mail', error: '550 no mailbox for •••, CPF •••' }])
    const answers = await Promise.all([press(`failed-jobs/${id}/retry`), press(`failed-jobs/${id}/retry`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const rows = await market.sql`select attempts from graphile_worker.jobs where id = ${id}`
    expect(rows).toEqual([{ attempts: 0 }])
    expect(await trail(String(id))).toEqual(['job.retry'])
    // The trail is searched by the words it shows, in either language.
    for (const words of ['Repetiu tarefa', 'repetiu', 'RETRIED JOB', 'job.retry'])
      expect(await trail(words), words).toContain('job.retry')
    expect(await trail('Aprovou repasse')).toEqual([])
  })

  test('is given up; one that is still tried is left alone', async () => {
    const id = await failedJob('boom')
    expect(
      (await press(`failed-jobs/${id}/discard`, admin, { note: 'Mandado por outro meio.' })).status,
    ).toBe(200)
    expect(await market.sql`select from graphile_worker.jobs where id = ${id}`).toHaveLength(0)
    expect(await press(`failed-jobs/${id}/retry`)).toMatchObject({ data: { code: 'record_not_found' } })
    const [waiting] = await market.sql<{ id: number }[]>`
      select id::bigint as id from graphile_worker.add_job('prune')`
    expect((await press(`failed-jobs/${waiting?.id}/discard`, admin, { note: 'x' })).status).toBe(404)
  })
})

describe('a failed chain operation', () => {
  test('is not all there is: what waits for the chain is told beside it, and since when', async () => {
    const waiting = () => market.call(admin, '/admin/chain-waiting')
    const before = ((await waiting()).data as { count: number }).count
    const key = `credit_balance:${crypto.randomUUID()}`
    await market.sql`
      insert into chain.operations (key, kind, payload, created_at) values (${key}, 'credit_balance', '{}', '2026-01-01T12:00:00Z')`
    expect((await waiting()).data).toEqual({ count: before + 1, oldest: '2026-01-01T12:00:00.000Z' })
    const [sent] = await market.sql<{ id: number }[]>`
      with carrier as (
        insert into chain.transactions (signer, nonce, raw, hashes, status)
        values (${admin.wallet}, 1000000, '0x', array['0x'], 'signed') returning id
      )
      update chain.operations set status = 'sent', transaction_id = carrier.id from carrier where key = ${key}
      returning transaction_id as id`
    expect((await waiting()).data).toMatchObject({ count: before + 1 })
    await market.sql`update chain.operations set status = 'confirmed', ended_at = now() where key = ${key}`
    await market.sql`update chain.transactions set status = 'confirmed' where id = ${sent?.id ?? 0}`
    expect((await waiting()).data).toMatchObject({ count: before })
    expect((await market.call(await market.newFan(), '/admin/chain-waiting')).status).toBe(403)
  })

  test('that mirrors what stands is sent again; a sale that was paid back is not', async () => {
    const [credit, sale] = [await failedOperation('credit_balance'), await failedOperation('sell_unit')]
    const seen = await list<FailedOperationWire>('failed-operations?sort=oldest')
    expect(seen.map(({ id, mayRetry }) => [id, mayRetry])).toEqual([
      [credit.id, true],
      [sale.id, false],
    ])
    const again = await Promise.all([1, 2].map(() => press(`failed-operations/${credit.id}/retry`)))
    expect(again.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(
      await market.sql`select status, failure, transaction_id from chain.operations where id = ${credit.id}`,
    ).toEqual([{ status: 'queued', failure: null, transaction_id: null }])
    expect(await press(`failed-operations/${sale.id}/retry`)).toMatchObject({
      status: 409,
      data: { code: 'not_repeatable' },
    })
    expect(await trail(credit.key)).toEqual(['operation.retry'])
    expect(await trail(sale.key)).toEqual([])
  })
})

describe('a webhook', () => {
  test('that was refused, or not applied, is applied again; one that was applied is not listed', async () => {
    await market.sql`
      insert into private.webhook_events (id, provider, type, payload, processed_at, outcome) values
        ('evt_refused', 'stripe', 'payment_intent.succeeded', '{"email": "ana@tune.test"}', now(), 'refused: malformed'),
        ('pix:waiting', 'pix', 'pix', '{}', null, null),
        ('evt_done', 'stripe', 'payment_intent.succeeded', '{}', now(), 'credited')`
    const seen = await list<WebhookWire>('webhooks?sort=oldest')
    expect(seen.map(({ event }) => event)).toEqual(['evt_refused', 'pix:waiting'])
    expect(JSON.stringify(seen)).not.toContain('ana@')
    for (const { id } of seen) expect((await press(`webhooks/${id}/replay`)).status).toBe(200)
    const jobs = await market.sql<{ key: string }[]>`
      select key from graphile_worker.jobs where key in ('card-event:evt_refused', 'pix-event:pix:waiting') order by key`
    expect(jobs).toHaveLength(2)
    expect(await trail('evt_refused')).toEqual(['webhook.replay'])
    const [done] = await market.sql<{ number: number }[]>`
      select number from private.webhook_events where id = 'evt_done'`
    expect((await press(`webhooks/${done?.number}/replay`)).status).toBe(404)
  })
})

test('none of it is for fans, and the trail is never rewritten', async () => {
  const fan = await market.newFan()
  for (const path of ['audit', 'failed-jobs', 'failed-operations', 'webhooks', 'audit.csv'])
    expect((await market.call(fan, `/admin/${path}`)).status).toBe(403)
  for (const path of [
    'failed-jobs/1/retry',
    'failed-jobs/1/discard',
    'failed-operations/1/retry',
    'webhooks/1/replay',
  ])
    expect((await press(path, fan)).status).toBe(403)
  await expect(market.sql`update private.admin_actions set action = 'a.b'`).rejects.toMatchObject({
    code: 'PT409',
  })
  await expect(market.sql`delete from private.admin_actions`).rejects.toMatchObject({ code: 'PT409' })
})

describe('the audit trail', () => {
  const rows = (words: string) => list<AuditWire>(`audit?search=${encodeURIComponent(words)}`)

  test('tells amount, payee and reason of a money decision, and is found by each of them', async () => {
    const fan = await market.newFan(5000)
    const [row] = await market.sql<{ name: string }[]>`
      update users set full_name = 'Zuleica Prado' where uid = ${fan.uid} returning full_name as name`
    const asked = await market.call(fan, '/redeem-balance', {
      pixKeyType: 'email',
      pixKey: fan.email,
      amount: 4321,
    })
    const { uid } = asked.data as { uid: string }
    await market.call(admin, `/admin/withdrawals/${uid}/reject`, { reason: 'a chave não confere' })
    for (const words of ['R$ 43,21', 'zuleica', fan.email, 'chave nao confere', 'Recusou resgate', uid]) {
      expect(await rows(words), words).toMatchObject([
        {
          action: 'withdrawal.reject',
          amount: 4321,
          payee: { kind: 'user', uid: fan.uid, name: row?.name },
          reason: 'a chave não confere',
          door: 'back-office',
        },
      ])
    }
  })

  test('is narrowed to a kind, and to a person who did it or whom it was about', async () => {
    const [fan, other] = [await market.newFan(), await market.newAdmin()]
    await market.call(admin, `/admin/users/${fan.uid}/notes`, { note: 'ligou ontem' })
    await market.sql`
      insert into private.admin_actions (admin_id, action, subject) values (${other.uid}, 'project.pause', ${admin.uid})`
    const actions = async (query: string) =>
      (await list<AuditWire>(`audit?${query}`)).map(({ action }) => action)
    expect(await actions(`person=${fan.uid}`)).toEqual(['user.note'])
    expect(await actions(`person=${other.uid}`)).toEqual(['project.pause'])
    expect(await actions(`person=${admin.uid}&flow=project`)).toEqual(['project.pause'])
    expect(await actions(`person=${fan.uid}&flow=project`)).toEqual([])
  })

  test('keeps the reason given then, whatever the bank says later, and names what it is about', async () => {
    const fan = await market.newFan(5000)
    await market.sql`update users set full_name = 'Otília Brandão' where uid = ${fan.uid}`
    const asked = await market.call(fan, '/redeem-balance', {
      pixKeyType: 'email',
      pixKey: fan.email,
      amount: 4100,
    })
    const { uid } = asked.data as { uid: string }
    await market.call(admin, `/admin/withdrawals/${uid}/approve`, {})
    await transact(market.sql, (tx) => bookWithdrawalFailed(tx, uid, 'bank_refused E1'))
    expect(await rows(uid)).toMatchObject([
      { action: 'withdrawal.approve', reason: null, name: 'Otília Brandão' },
    ])
    const file = await (await market.callRaw(admin, `/admin/audit.csv?search=${uid}`)).text()
    expect(file).toContain('Aprovou resgate')
    expect(file).toContain('41,00')
    expect(file).not.toMatch(/4100|withdrawal\.approve|banco de destino|bank_refused|null/)
    const withdrawals = await (
      await market.callRaw(admin, `/admin/withdrawals.csv?search=${fan.email}`)
    ).text()
    expect(withdrawals).toContain(';E-mail;')
    expect(withdrawals).toContain(';Não concluído;Recusado pelo banco de destino (E1).;')
    expect(await changeRole(market.sql, fan.email, 'admin')).toBe(true)
    const [role] = await rows(fan.uid)
    expect(role).toMatchObject({ action: 'user.role', name: 'Otília Brandão' })
  })

  test('names the command line for what was done there, and not whoever it was done to', async () => {
    const fan = await market.newFan()
    expect(await changeRole(market.sql, fan.email, 'admin')).toBe(true)
    expect(await rows(fan.uid)).toMatchObject([{ action: 'user.role', admin: null, door: 'command-line' }])
  })
})

describe('what cannot be repeated', () => {
  test('a job that keeps failing is listed with whose it is, and tried at once', async () => {
    const fan = await market.newFan()
    const payload = market.sql.json({ fan: fan.uid })
    const [job] = await market.sql<{ id: number }[]>`
      select id::int from graphile_worker.add_job('release-bids', ${payload}::json, run_at => now() + interval '1 day')`
    const id = job?.id ?? 0
    const fail = (attempts: number) => market.sql`
      update graphile_worker._private_jobs set attempts = ${attempts}, max_attempts = 400 where id = ${id}`
    await fail(7)
    expect((await list<FailedJobWire>('failed-jobs')).some((row) => row.id === id)).toBe(false)
    await fail(8)
    const found = (await list<FailedJobWire>('failed-jobs')).find((row) => row.id === id)
    expect(found).toMatchObject({ isGivenUp: false, attempts: 8, about: { kind: 'user', uid: fan.uid } })
    expect((await press(`failed-jobs/${id}/retry`)).status).toBe(200)
    const [row] = await market.sql`
      select attempts, run_at <= now() as is_due from graphile_worker.jobs where id = ${id}`
    expect(row).toEqual({ attempts: 8, is_due: true })
    expect((await press(`failed-jobs/${id}/discard`)).status).toBe(400)
    expect((await press(`failed-jobs/${id}/discard`, admin, { note: 'Feito à mão.' })).status).toBe(200)
    const [entry] = (await list<AuditWire>(`audit?search=${id}`)).filter(
      ({ subject }) => subject === String(id),
    )
    expect(entry).toMatchObject({ action: 'job.discard', after: { note: 'Feito à mão.' } })
  })

  test('a refused webhook and a refused operation are settled with a note, once, and leave their lists', async () => {
    const fan = await market.newFan()
    const [payment] = await market.sql<{ uid: string }[]>`
      insert into payments (user_id, flow, method, amount) values (${fan.uid}, 'balance', 'card', 1000) returning uid`
    const payload = { data: { object: { metadata: { payment: payment?.uid ?? '' } } } }
    await market.sql`
      insert into private.webhook_events (id, provider, type, payload, processed_at, outcome)
      values ('evt_settled', 'stripe', 'charge.updated', ${market.sql.json(payload)}, now(), 'refused: malformed')`
    const { id: operation, key } = await failedOperation('sell_unit')
    const [webhook] = await list<WebhookWire>('webhooks?search=evt_settled')
    expect(webhook).toMatchObject({ about: { kind: 'payment', uid: payment?.uid }, isUnmatched: false })
    for (const path of [`webhooks/${webhook?.id}/settle`, `failed-operations/${operation}/settle`]) {
      expect((await press(path, fan, { note: 'x' })).status).toBe(403)
      expect((await press(path)).status).toBe(400)
      const both = await Promise.all([1, 2].map(() => press(path, admin, { note: 'Nada a acertar.' })))
      expect(both.map(({ status }) => status)).toEqual([200, 200])
    }
    expect(await list<WebhookWire>('webhooks?search=evt_settled')).toEqual([])
    expect((await list<FailedOperationWire>('failed-operations')).some((row) => row.key === key)).toBe(false)
    expect(await trail('evt_settled')).toEqual(['webhook.settle'])
    expect(await trail(key)).toEqual(['operation.settle'])
    expect((await press('webhooks/999999/settle', admin, { note: 'x' })).status).toBe(404)
  })
})
