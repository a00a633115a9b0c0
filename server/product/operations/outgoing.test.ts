/**
 * Payments that no job moves any more: retried, given back, or booked as paid; never both, and never by one person
 * alone.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payout } from '../../platform/adapters/pix-payouts.ts'
import { runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { depositByCard } from '../../testing/paid-by-card.ts'
import type { AdminWithdrawalWire, WithdrawalWire } from '../withdrawals/contract.ts'
import { payOutWithdrawal } from '../withdrawals/pay-out-withdrawal.ts'
import type { StuckWire } from './outgoing-contract.ts'

let market: Market
let first: TestFan
let second: TestFan
/** The provider's answers, and every payment it was told to make. */
let known: Payout | null | Error = null
const ordered: string[] = []
beforeAll(async () => {
  market = await createMarket({ env: { WITHDRAWAL_SECOND_PERSON_ABOVE: '5000' } })
  market.ctx.pix.payOut = async ({ uid }) => {
    ordered.push(uid)
    throw new Error('the provider is away')
  }
  market.ctx.pix.findPayout = async () => {
    if (known instanceof Error) throw known
    return known
  }
})
// What somebody approved in the last 24 hours counts, so each test has people of its own.
beforeEach(async () => {
  known = null
  ordered.length = 0
  ;[first, second] = [await market.newAdmin(9000), await market.newAdmin()]
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = { status: number; data: { status: string; code?: string; decision: { uid: string } | null } }
const post = (by: TestFan, path: string, body: object = {}) => market.call(by, path, body) as Promise<Answer>
const balance = (fan: TestFan) => market.balanceOf(fan)
const stuck = async (query = '') =>
  ((await market.call(first, `/admin/stuck${query}`)) as unknown as { data: StuckWire[] }).data
const faults = () => market.sql<{ fault: string; detail: string }[]>`select * from ledger.outgoing_faults`
const rowOf = async (uid: string) =>
  ((await market.call(first, '/admin/withdrawals')) as unknown as { data: AdminWithdrawalWire[] }).data.find(
    (row) => row.uid === uid,
  )

/** An approved withdrawal of R$ 30,00 whose job ran `minutes` ago, failed for good, and was discarded. */
async function stranded({ minutes = 10, fan }: { minutes?: number; fan?: TestFan } = {}) {
  const person = fan ?? (await market.newFan(5000))
  const asked = (await market.call(person, '/redeem-balance', {
    pixKeyType: 'email',
    pixKey: person.email,
    amount: 3000,
  })) as unknown as { data: WithdrawalWire }
  const { uid } = asked.data
  expect((await post(person === first ? second : first, `/admin/withdrawals/${uid}/approve`)).status).toBe(
    200,
  )
  await expect(payOutWithdrawal(market.ctx, uid)).rejects.toThrow('away')
  await market.sql`
    update private.outgoing_attempts set attempted_at = now() - make_interval(mins => ${minutes}) where uid = ${uid}`
  await market.sql`
    update graphile_worker._private_jobs set last_error = 'the provider is away' where key = ${`pay-out:${uid}`}`
  expect(await rowOf(uid)).toMatchObject({ status: 'approved', failedAttemptAt: expect.any(String) })
  const [job] = await market.sql<{ id: number }[]>`
    update graphile_worker._private_jobs set attempts = max_attempts where key = ${`pay-out:${uid}`} returning id::int`
  expect(await faults()).toEqual([
    { fault: 'a payment that nothing tries any more', detail: `withdrawal ${uid}` },
  ])
  expect(
    (await post(first, `/admin/failed-jobs/${job?.id}/discard`, { note: 'Ficou para trás.' })).status,
  ).toBe(200)
  return { fan: person, uid, path: `/admin/withdrawals/${uid}` }
}
const BANK_ID = `E${'0'.repeat(30)}1`
const giveBack = { outcome: 'failed', note: 'o banco não responde' }
const isPaid = { outcome: 'paid', reference: BANK_ID, note: 'pago na tela do banco' }

describe('a withdrawal whose job was discarded', () => {
  test('is listed as a fault and to administrators, and is tried again', async () => {
    const { uid, path } = await stranded()
    expect(await stuck()).toMatchObject([
      { kind: 'withdrawal', uid, amount: 3000, isAbandoned: true, payee: { name: 'Ana' } },
    ])
    expect(await rowOf(uid)).toMatchObject({ status: 'approved', isStuck: true, decision: null })
    market.ctx.pix.payOut = async () => ({ status: 'done', endToEndId: 'E777' })
    expect(await post(first, `${path}/retry`)).toMatchObject({ status: 200, data: { status: 'approved' } })
    expect((await post(first, `${path}/retry`)).status).toBe(200)
    await runJobs(market)
    expect(await rowOf(uid)).toMatchObject({ status: 'paid', endToEndId: 'E777', isStuck: false })
    expect((await post(first, `${path}/retry`)).data.code).toBe('not_under_way')
    market.ctx.pix.payOut = async ({ uid: name }) => {
      ordered.push(name)
      throw new Error('the provider is away')
    }
  })

  test('goes back to the wallet at once where the provider never heard of it, however often it is said', async () => {
    const { fan, uid, path } = await stranded()
    const answers = await Promise.all(
      [first, second, first].map((admin) => post(admin, `${path}/decide`, giveBack)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.map(({ data }) => data.code).filter(Boolean)).toEqual(['not_under_way', 'not_under_way'])
    expect(await balance(fan)).toBe(5000)
    expect(await rowOf(uid)).toMatchObject({ status: 'failed', reason: 'given_back' })
    // The note is internal: it stays with the decision and in the audit trail, and no fan reads it.
    expect(JSON.stringify(await market.call(fan, '/redeem-balance'))).not.toContain(giveBack.note)
    expect(JSON.stringify(await market.call(fan, '/statement'))).not.toContain(giveBack.note)
    expect(
      await market.sql`select after ->> 'reason' as reason from private.admin_actions
        where subject = ${uid} and action = 'withdrawal.decide'`,
    ).toEqual([{ reason: giveBack.note }])
    // A late job does nothing any more.
    ordered.length = 0
    await payOutWithdrawal(market.ctx, uid)
    expect(ordered).toEqual([])
  })

  test('is not given back while a job may have asked the provider a moment ago', async () => {
    const { uid, path } = await stranded({ minutes: 1 })
    expect((await post(first, `${path}/decide`, giveBack)).data.code).toBe('attempted_just_now')
    // Nothing was halted: the next attempt is sent.
    await expect(payOutWithdrawal(market.ctx, uid)).rejects.toThrow('away')
    await end(uid)
  })

  test('is not given back where the provider says that it paid, and is booked as paid by its word', async () => {
    const { fan, uid, path } = await stranded()
    const said = async () => (await market.call(first, `${path}/word`)).data
    expect(await said()).toEqual({ word: 'unknown', reference: null })
    known = { status: 'done', endToEndId: 'E42' }
    expect(await said()).toEqual({ word: 'done', reference: 'E42' })
    expect((await post(first, `${path}/decide`, giveBack)).data.code).toBe('payment_contradicted')
    expect(await post(first, `${path}/decide`, isPaid)).toMatchObject({ data: { status: 'paid' } })
    expect((await market.call(first, `${path}/word`)).data).toMatchObject({ code: 'not_under_way' })
    expect(await rowOf(uid)).toMatchObject({ status: 'paid', endToEndId: 'E42' })
    expect(await balance(fan)).toBe(2000)
  })

  test.each([
    ['is silent', new Error('away')],
    ['is still at it', { status: 'under_way', endToEndId: 'E43' } as Payout],
  ])('takes two people where the provider %s, and no job pays meanwhile', async (_what, word) => {
    const { fan, uid, path } = await stranded()
    known = word
    const asked = await post(first, `${path}/decide`, giveBack)
    expect(asked.data).toMatchObject({
      status: 'approved',
      decision: { outcome: 'failed', note: giveBack.note },
    })
    const decision = `/admin/decisions/${asked.data.decision?.uid}`
    ordered.length = 0
    await payOutWithdrawal(market.ctx, uid)
    expect(ordered).toEqual([])
    expect((await post(first, `${path}/retry`)).data.code).toBe('decision_waiting')
    expect((await post(second, `${path}/decide`, giveBack)).data.code).toBe('decision_waiting')
    expect((await post(first, `${decision}/approve`)).data.code).toBe('second_person_due')
    expect(await post(second, `${decision}/approve`)).toMatchObject({
      data: { status: 'failed', decision: null },
    })
    expect((await post(second, `${decision}/approve`)).data.code).toBe('decision_decided')
    expect(await balance(fan)).toBe(5000)
  })

  test('is paid all the same where the provider says so by the time of the second word', async () => {
    const { fan, uid, path } = await stranded()
    known = new Error('away')
    const asked = await post(first, `${path}/decide`, giveBack)
    known = { status: 'done', endToEndId: 'E44' }
    const approved = await post(second, `/admin/decisions/${asked.data.decision?.uid}/approve`)
    expect(approved.data.status).toBe('paid')
    expect(await rowOf(uid)).toMatchObject({ status: 'paid', endToEndId: 'E44' })
    expect(await balance(fan)).toBe(2000)
  })

  test('is booked as paid by two people with the bank’s name for it, and tried again when the second refuses', async () => {
    const { fan, uid, path } = await stranded()
    for (const reference of ['abc', 'E0001', `${BANK_ID}1`, BANK_ID.replace('E', 'X')])
      expect((await post(first, `${path}/decide`, { ...isPaid, reference })).data.code).toBe(
        'reference_invalid',
      )
    expect((await post(first, `${path}/decide`, { outcome: 'paid', note: 'x' })).data.code).toBe('malformed')
    const asked = await post(first, `${path}/decide`, isPaid)
    // Turned down again, for an answer that was lost: nothing changes.
    for (let word = 1; word <= 2; word++)
      expect((await post(second, `/admin/decisions/${asked.data.decision?.uid}/reject`)).status).toBe(200)
    expect(await market.sql`select from graphile_worker.jobs where key = ${`pay-out:${uid}`}`).toHaveLength(1)
    await market.sql`
      update private.outgoing_attempts set attempted_at = now() - interval '1 hour' where uid = ${uid}`
    const again = await post(first, `${path}/decide`, isPaid)
    expect((await post(second, `/admin/decisions/${again.data.decision?.uid}/approve`)).data.status).toBe(
      'paid',
    )
    expect(await rowOf(uid)).toMatchObject({ status: 'paid', endToEndId: BANK_ID })
    expect(await balance(fan)).toBe(2000)
    expect(
      await market.sql`select action from private.admin_actions where subject = ${uid} order by id`,
    ).toMatchObject([
      { action: 'withdrawal.approve' },
      { action: 'withdrawal.decide' },
      { action: 'withdrawal.turn-down' },
      { action: 'withdrawal.decide' },
      { action: 'withdrawal.agree' },
    ])
  })

  test('is not booked as paid where the provider says that it refused, at the first word or the second', async () => {
    const { fan, uid, path } = await stranded()
    const refused: Payout = { status: 'refused', endToEndId: 'E45' }
    known = refused
    expect((await post(first, `${path}/decide`, isPaid)).data.code).toBe('payment_contradicted')
    // Nothing was halted: the next attempt is sent.
    await expect(payOutWithdrawal(market.ctx, uid)).rejects.toThrow('away')
    await market.sql`
      update private.outgoing_attempts set attempted_at = now() - interval '1 hour' where uid = ${uid}`
    known = null
    const asked = await post(first, `${path}/decide`, isPaid)
    const decision = `/admin/decisions/${asked.data.decision?.uid}`
    known = refused
    expect((await post(second, `${decision}/approve`)).data.code).toBe('payment_contradicted')
    expect((await post(second, `${decision}/reject`)).status).toBe(200)
    await end(uid)
    expect(await balance(fan)).toBe(5000)
  })

  test('of an administrator is decided by others', async () => {
    const { uid, path } = await stranded({ fan: first })
    expect((await post(first, `${path}/decide`, giveBack)).data.code).toBe('own_decision')
    known = new Error('away')
    const asked = await post(second, `${path}/decide`, giveBack)
    expect((await post(first, `/admin/decisions/${asked.data.decision?.uid}/approve`)).data.code).toBe(
      'own_decision',
    )
    await expect(
      market.sql`update private.money_decisions set status = 'done', ended_at = now() where subject = ${uid}`,
    ).rejects.toThrow('not agreed to by enough')
    await post(second, `/admin/decisions/${asked.data.decision?.uid}/reject`)
    await end(uid)
  })
})

test('a payment of which the provider says what nobody understands is left to a person, who is told', async () => {
  const fan = await market.newFan(5000)
  const asked = (await market.call(fan, '/redeem-balance', {
    pixKeyType: 'email',
    pixKey: fan.email,
    amount: 3000,
  })) as unknown as { data: WithdrawalWire }
  const { uid } = asked.data
  expect((await post(first, `/admin/withdrawals/${uid}/approve`)).status).toBe(200)
  const pix = {
    ...market.ctx.pix,
    payOut: async () => ({ status: 'unclear' as const, endToEndId: BANK_ID, said: 'DEVOLVIDO' }),
  }
  await payOutWithdrawal({ ...market.ctx, pix }, uid)
  const mails = await market.sql`
    select payload from graphile_worker._private_jobs
    where payload ->> 'template' = 'payout_alert' and payload -> 'data' ->> 'payout' = ${uid}`
  expect(mails).toMatchObject([{ payload: { data: { said: 'DEVOLVIDO', amount: '3000' } } }])
  // The job is done with it.
  await market.sql`delete from graphile_worker._private_jobs where key = ${`pay-out:${uid}`}`
  expect(await stuck()).toMatchObject([{ uid, isAbandoned: true }])
  await market.sql`
    update private.outgoing_attempts set attempted_at = now() - interval '10 minutes' where uid = ${uid}`
  // What is unclear settles nothing: two people decide, as when the provider is silent.
  known = { status: 'unclear', endToEndId: BANK_ID, said: 'DEVOLVIDO' }
  const decided = await post(first, `/admin/withdrawals/${uid}/decide`, giveBack)
  expect(decided).toMatchObject({ status: 200, data: { decision: { uid: expect.any(String) } } })
  expect(await balance(fan)).toBe(2000)
  expect((await post(second, `/admin/decisions/${decided.data.decision?.uid}/approve`)).status).toBe(200)
  expect(await balance(fan)).toBe(5000)
})

test('one that is merely on its way has not failed: neither before, during nor after an attempt that the provider took', async () => {
  const fan = await market.newFan(5000)
  const asked = (await market.call(fan, '/redeem-balance', {
    pixKeyType: 'email',
    pixKey: fan.email,
    amount: 3000,
  })) as unknown as { data: WithdrawalWire }
  const { uid } = asked.data
  expect((await post(first, `/admin/withdrawals/${uid}/approve`)).status).toBe(200)
  const onItsWay = { status: 'approved', isStuck: false, failedAttemptAt: null }
  expect(await rowOf(uid)).toMatchObject(onItsWay)
  const { payOut } = market.ctx.pix
  const seen: unknown[] = []
  /** Has the job run once, now. */
  const attempt = async (answer: Payout | Error) => {
    market.ctx.pix.payOut = async () => {
      seen.push(await rowOf(uid))
      if (answer instanceof Error) throw answer
      return answer
    }
    await market.sql`update graphile_worker._private_jobs set run_at = now() where key = ${`pay-out:${uid}`}`
    await runJobs(market)
    return rowOf(uid)
  }
  expect(await attempt({ status: 'under_way', endToEndId: BANK_ID })).toMatchObject(onItsWay)
  expect(await attempt(new Error('the provider is away'))).toMatchObject({
    status: 'approved',
    failedAttemptAt: expect.any(String),
  })
  expect(await attempt({ status: 'done', endToEndId: BANK_ID })).toMatchObject({ status: 'paid' })
  expect(seen).toMatchObject([onItsWay, onItsWay, onItsWay])
  market.ctx.pix.payOut = payOut
})

test('an attempt that has not come to an end for five minutes is said to have failed', async () => {
  const { uid, path } = await stranded()
  await post(first, `${path}/retry`)
  const begun = (ago: string) => market.sql`
    update graphile_worker._private_jobs set locked_at = now() - ${ago}::interval, locked_by = 'somebody'
    where key = ${`pay-out:${uid}`}`
  await begun('4 minutes')
  expect(await rowOf(uid)).toMatchObject({ failedAttemptAt: null })
  await begun('6 minutes')
  expect(await rowOf(uid)).toMatchObject({ failedAttemptAt: expect.any(String) })
  await market.sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`
  await end(uid)
})

test('one that has been under way for more than a day is listed, though its job goes on', async () => {
  const { uid, path } = await stranded()
  await post(first, `${path}/retry`)
  expect(await faults()).toEqual([])
  await market.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update private.withdrawal_approvals set approved_at = now() - interval '25 hours'`
  })
  expect(await faults()).toMatchObject([
    { fault: 'a payment under way for too long', detail: `withdrawal ${uid}` },
  ])
  await end(uid)
})

test('a refund to a card has the same ways out', async () => {
  const fan = await market.newFan()
  const payment = await depositByCard(market, fan, 4000)
  market.ctx.cards.refund = async () => {
    throw new Error('the processor is away')
  }
  market.ctx.cards.findRefund = async () => null
  const refund = { amount: 4000, destination: 'card', reason: 'a pedido', despitePlay: false }
  const asked = await market.call(first, `/admin/activity/${payment}/refunds`, refund)
  const { uid } = asked.data as { uid: string }
  await market.sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where key = ${`refund-to-card:${uid}`}`
  expect(await stuck()).toMatchObject([{ kind: 'refund', uid, payment, amount: 4000 }])
  expect(await stuck('?flow=refund')).toMatchObject([{ uid }])
  expect(await stuck('?flow=payout')).toEqual([])
  expect(await post(first, `/admin/refunds/${uid}/decide`, giveBack)).toMatchObject({
    data: { status: 'failed' },
  })
  expect(await balance(fan)).toBe(4000)
})

/** Ends a withdrawal, so that the next test finds nothing under way. */
async function end(uid: string): Promise<void> {
  await market.sql`
    update private.outgoing_attempts set attempted_at = now() - interval '1 hour' where uid = ${uid}`
  known = null
  expect((await post(second, `/admin/withdrawals/${uid}/decide`, giveBack)).data.status).toBe('failed')
}
