/** Requests in the back office: who decides, who may not, what is paid, and what is written down about it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PixProvider } from '../../platform/adapters/pix.ts'
import type { PayoutOrder } from '../../platform/adapters/pix-payouts.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { type PixNetwork, startPixNetwork } from '../../testing/pix-provider.ts'
import type { Page } from '../api/call.ts'
import type { AdminProposalWire } from '../projects/wire.ts'
import type { AdminWithdrawalWire } from './contract.ts'
import { payOutWithdrawal } from './pay-out-withdrawal.ts'

let network: PixNetwork
let market: Market
let first: TestFan
let second: TestFan
beforeAll(async () => {
  network = await startPixNetwork()
  market = await createMarket({ env: { PIX_URL: network.url, WITHDRAWAL_SECOND_PERSON_ABOVE: '5000' } })
})
// What somebody approved in the last 24 hours counts, so each test has people of its own.
beforeEach(async () => {
  ;[first, second] = [await market.newAdmin(), await market.newAdmin()]
})
afterEach(() => market.expectHealthy())
afterAll(async () => {
  await market.close()
  await network.close()
})

type Answer = { status: number; data: { status?: string; code?: string } }

async function requested(fan: TestFan, amount: number, key = fan.email): Promise<string> {
  const answer = await market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: key, amount })
  return (answer.data as { uid: string }).uid
}
const approve = (admin: TestFan, uid: string) =>
  market.call(admin, `/admin/withdrawals/${uid}/approve`, {}) as Promise<Answer>
const reject = (admin: TestFan, uid: string, reason = 'chave de outra pessoa') =>
  market.call(admin, `/admin/withdrawals/${uid}/reject`, { reason }) as Promise<Answer>
const statusOf = async (uid: string) =>
  (await market.sql<{ status: string }[]>`select status from redeem_balance where uid = ${uid}`)[0]?.status
const trail = (subject: string) => market.sql`
  select admin_id, action, before, after from private.admin_actions where subject = ${subject} order by id`
const payoutJobs = (uid: string) => market.sql`
  select id from graphile_worker.jobs where key = ${`pay-out:${uid}`}`
/** As the queue does: again and again, until it no longer fails. */
const payOut = (uid: string, pix: PixProvider = market.ctx.pix) =>
  expect
    .poll(() => payOutWithdrawal({ ...market.ctx, pix }, uid).then(() => 'over', String), { timeout: 10_000 })
    .toBe('over')

describe('a withdrawal', () => {
  test('is approved once, however often that is said, and paid once', async () => {
    const fan = await market.newFan(5000)
    const uid = await requested(fan, 3000)
    const answers = await Promise.all([approve(first, uid), approve(first, uid), approve(second, uid)])
    expect(answers.map(({ status, data }) => [status, data.status])).toEqual(Array(3).fill([200, 'approved']))
    // A late approver is not told that theirs was the approval that counted.
    const [deed] = await trail(uid)
    const people = [first, first, second]
    for (const [index, { data }] of answers.entries())
      expect(data).toMatchObject({ counts: people[index]?.uid === deed?.admin_id })
    expect(await payoutJobs(uid)).toHaveLength(1)
    expect(await trail(uid)).toMatchObject([
      {
        action: 'withdrawal.approve',
        before: { status: 'requested', approvals: 0 },
        after: { status: 'approved', approvals: 1 },
      },
    ])
    await payOut(uid)
    await payOut(uid)
    expect(await statusOf(uid)).toBe('paid')
    expect(await market.balanceOf(fan)).toBe(2000)
    expect(await market.sql`select from chain.operations where key = ${`debit:${uid}`}`).toHaveLength(1)
  })

  test('whose payment is killed after the provider has taken it, or before its word was kept, is paid once', async () => {
    const fan = await market.newFan(5000)
    const uid = await requested(fan, 3000)
    await approve(first, uid)
    const orders: PayoutOrder[] = []
    const dying: PixProvider = {
      ...market.ctx.pix,
      async payOut(order) {
        orders.push(order)
        await market.ctx.pix.payOut(order)
        throw new Error('killed')
      },
    }
    await expect(payOutWithdrawal({ ...market.ctx, pix: dying }, uid)).rejects.toThrow('killed')
    expect(await statusOf(uid)).toBe('approved')
    const known = await market.ctx.pix.findPayout(uid)
    await payOut(uid)
    expect(await market.ctx.pix.findPayout(uid)).toMatchObject({
      endToEndId: known?.endToEndId,
      status: 'done',
    })
    expect(orders).toEqual([{ uid, amount: 3000, key: fan.email }])
    expect(await statusOf(uid)).toBe('paid')
  })

  test('that two workers pay at once is paid once', async () => {
    const fan = await market.newFan(5000)
    const uid = await requested(fan, 3000)
    await approve(first, uid)
    await Promise.all([payOut(uid), payOut(uid), payOut(uid)])
    expect(await market.balanceOf(fan)).toBe(2000)
    expect(await market.sql`select from ledger.transfers where id = ${`withdrawal:${uid}`}`).toHaveLength(1)
  })

  test.each([
    ['that the receiving bank refuses', 'recusado@tune.test'],
    ['to a key that no bank knows', 'desconhecido@tune.test'],
  ])('%s gives the money back', async (_name, key) => {
    const fan = await market.newFan(5000)
    const uid = await requested(fan, 3000, key)
    await approve(first, uid)
    await payOut(uid)
    expect(await statusOf(uid)).toBe('failed')
    expect(await market.balanceOf(fan)).toBe(5000)
  })

  test('is not paid before it is approved, nor after it was rejected', async () => {
    const fan = await market.newFan(5000)
    const uid = await requested(fan, 3000)
    await payOut(uid)
    expect(await statusOf(uid)).toBe('requested')
    expect(await reject(first, uid)).toMatchObject({ status: 200, data: { status: 'rejected' } })
    const list = (await market.call(first, '/admin/withdrawals')).data as unknown as AdminWithdrawalWire[]
    expect(list.find((row) => row.uid === uid)).toMatchObject({
      rejectedBy: 'Ana',
      endedAt: expect.any(String),
    })
    await payOut(uid)
    expect(await market.ctx.pix.findPayout(uid)).toBeNull()
    expect(await approve(second, uid)).toMatchObject({ status: 409, data: { code: 'withdrawal_decided' } })
    expect(await market.balanceOf(fan)).toBe(5000)
  })

  test('above the limit waits for another person, also when both press at once', async () => {
    const fan = await market.newFan(50_000)
    const uid = await requested(fan, 5001)
    expect(await approve(first, uid)).toMatchObject({ status: 200, data: { status: 'requested' } })
    expect(await approve(first, uid)).toMatchObject({ status: 409, data: { code: 'second_person_due' } })
    expect(await payoutJobs(uid)).toHaveLength(0)
    expect(await approve(second, uid)).toMatchObject({ status: 200, data: { status: 'approved' } })
    expect(await payoutJobs(uid)).toHaveLength(1)
    expect((await trail(uid)).map(({ admin_id }) => admin_id)).toEqual([first.uid, second.uid])

    const raced = await requested(fan, 9000)
    await Promise.all([approve(first, raced), approve(second, raced), approve(first, raced)])
    expect(await statusOf(raced)).toBe('approved')
    expect(await trail(raced)).toHaveLength(2)
  })

  test.each([{ role: 'user' }, { role: 'support' }, { is_active: false }])(
    'above the limit does not count whoever may not approve any more (%j)',
    async (change) => {
      const uid = await requested(await market.newFan(50_000), 5001)
      await approve(first, uid)
      await market.sql`update users set ${market.sql(change)} where uid = ${first.uid}`
      const list = (await market.call(second, '/admin/withdrawals')).data as unknown as AdminWithdrawalWire[]
      expect(list.find((row) => row.uid === uid)?.approvals).toMatchObject([
        { email: first.email, isVoid: true },
      ])
      await expect(
        market.sql`update redeem_balance set status = 'approved' where uid = ${uid}`,
      ).rejects.toMatchObject({ code: 'P0W01' })
      expect(await approve(second, uid)).toMatchObject({ status: 200, data: { status: 'requested' } })
      expect(await payoutJobs(uid)).toHaveLength(0)
      const third = await market.newAdmin()
      expect(await market.call(third, `/admin/withdrawals/${uid}/approve-lines`)).toMatchObject({
        data: { lines: [{ credit: 'withdrawals:paid', amount: 5001 }] },
      })
      expect(await approve(third, uid)).toMatchObject({ data: { status: 'approved' } })
      // Of what is decided, those whose word counted.
      const after = (await market.call(third, '/admin/withdrawals')).data as unknown as AdminWithdrawalWire[]
      expect(after.find((row) => row.uid === uid)?.approvals.map(({ email }) => email)).toEqual([
        second.email,
        third.email,
      ])
    },
  )

  test('that one approves and another rejects has one end, and one line in the trail', async () => {
    for (let round = 0; round < 6; round++) {
      const uid = await requested(await market.newFan(5000), 300)
      const [yes, no] = await Promise.all([approve(first, uid), reject(second, uid)])
      expect([yes.status, no.status].sort()).toEqual([200, 409])
      expect(await statusOf(uid)).toBe(yes.status === 200 ? 'approved' : 'rejected')
      expect(await trail(uid)).toHaveLength(1)
    }
  })

  test('whoever has approved carries it out once approvals that did not count do so again, once', async () => {
    const uid = await requested(await market.newFan(50_000), 5001)
    await approve(first, uid)
    await market.sql`update users set is_active = false where uid = ${first.uid}`
    expect(await approve(second, uid)).toMatchObject({ data: { status: 'requested' } })
    expect(await approve(second, uid)).toMatchObject({ data: { code: 'second_person_due' } })
    await market.sql`update users set is_active = true where uid = ${first.uid}`
    await Promise.all([approve(first, uid), approve(second, uid), approve(second, uid)])
    expect(await statusOf(uid)).toBe('approved')
    expect(await payoutJobs(uid)).toHaveLength(1)
    expect(await trail(uid)).toHaveLength(3)
  })

  test('of a large amount is not split up: by person, by key and by approver, the outflow of a day counts', async () => {
    const splitting = await market.newFan(50_000)
    const parts = [await requested(splitting, 3000), await requested(splitting, 3000, 'conta@tune.test')]
    const friend = await requested(await market.newFan(5000), 2500, 'conta@tune.test')
    const stranger = await requested(await market.newFan(5000), 2500)
    const send = async (admin: TestFan, uid = '') => (await approve(admin, uid)).data.status
    const [third, fourth] = [await market.newAdmin(), await market.newAdmin()]
    const due = async (admin: TestFan, uid: string) => {
      const list = await market.call(admin, '/admin/withdrawals-waiting')
      return (list.data as unknown as AdminWithdrawalWire[]).find((row) => row.uid === uid)?.takesTwo
    }

    expect(await due(first, stranger)).toBe(false)
    expect(await send(first, parts[0])).toBe('approved')
    // The same person, whoever approves; then the same key of somebody else; then the same approver.
    expect(await due(second, parts[1] ?? '')).toBe(true)
    expect(await send(second, parts[1])).toBe('requested')
    expect(await send(third, parts[1])).toBe('approved')
    expect(await due(fourth, friend)).toBe(true)
    expect(await send(fourth, friend)).toBe('requested')
    expect(await due(first, stranger)).toBe(true)
    expect(await due(fourth, stranger)).toBe(false)
    expect(await send(first, stranger)).toBe('requested')
    // What was approved by two is nobody's alone, and yesterday's is forgotten.
    expect(await send(third, stranger)).toBe('approved')
    const [old, today] = await Promise.all(
      [3000, 5000].map(async (amount) => requested(await market.newFan(5000), amount)),
    )
    await market.sql`
      insert into private.withdrawal_approvals (withdrawal_id, admin_id, approved_at)
      select id, ${fourth.uid}, clock_timestamp() - interval '25 hours' from redeem_balance where uid = ${old ?? ''}`
    await market.sql`update redeem_balance set status = 'approved' where uid = ${old ?? ''}`
    await payOut(old ?? '')
    expect(await due(fourth, today ?? '')).toBe(false)
    expect(await send(fourth, today)).toBe('approved')
  })

  test('raced by one approver is let out up to the limit of a day', async () => {
    const uids = await Promise.all(
      Array.from({ length: 6 }, async () => requested(await market.newFan(5000), 2000)),
    )
    await Promise.all(uids.map((uid) => approve(first, uid)))
    const sent = await Promise.all(uids.map(statusOf))
    expect(sent.filter((status) => status === 'approved')).toHaveLength(2)
  })

  test('of an administrator is decided by somebody else', async () => {
    const own = await market.newAdmin(5000)
    const uid = await requested(own, 3000)
    expect(await approve(own, uid)).toMatchObject({ status: 403, data: { code: 'own_withdrawal' } })
    // Writing past the command meets the same rule.
    await expect(
      market.sql`update redeem_balance set status = 'approved' where uid = ${uid}`,
    ).rejects.toMatchObject({ code: 'P0W01' })
    expect((await approve(first, uid)).status).toBe(200)
  })

  test('is refused to whoever does not say why, and to fans', async () => {
    const fan = await market.newFan(5000)
    const uid = await requested(fan, 3000)
    for (const reason of ['', '   ', 'a'.repeat(501)])
      expect((await reject(first, uid, reason)).status).toBe(400)
    expect((await approve(first, crypto.randomUUID())).data.code).toBe('withdrawal_not_found')
    expect((await approve(first, 'x')).data.code).toBe('withdrawal_not_found')
    for (const path of [`withdrawals/${uid}/approve`, `withdrawals/${uid}/reject`, 'proposals/1']) {
      expect((await market.call(fan, `/admin/${path}`, {})).status).toBe(403)
      expect((await market.call(null, `/admin/${path}`, {})).status).toBe(401)
    }
    for (const list of ['withdrawals', 'withdrawals-waiting', 'withdrawals.csv', 'proposals'])
      expect((await market.call(fan, `/admin/${list}`)).status).toBe(403)
    expect(await statusOf(uid)).toBe('requested')
  })

  test('is listed while it waits, with who approved it, and found by its fan', async () => {
    const fan = await market.newFan(50_000)
    await market.sql`update users set full_name = 'Zuleica Prado' where uid = ${fan.uid}`
    const [large, small] = [await requested(fan, 9000), await requested(fan, 100)]
    await approve(first, large)
    await reject(first, small)
    const list = async (name: string) =>
      (
        (await market.call(first, `/admin/${name}?search=zuleica`)) as unknown as Page<AdminWithdrawalWire>
      ).data.map(({ uid, takesTwo, approvals, status }) => [uid, takesTwo, approvals.length, status])
    expect(await list('withdrawals-waiting')).toEqual([[large, true, 1, 'requested']])
    expect(await list('withdrawals')).toEqual([
      [small, false, 0, 'rejected'],
      [large, true, 1, 'requested'],
    ])
  })
})

describe('a proposal', () => {
  async function proposed(): Promise<{ fan: TestFan; id: number }> {
    const fan = await market.newFan()
    const [row] = await market.sql<{ id: number }[]>`
      insert into register_projects (user_id, message) values (${fan.uid}, 'Um disco inteiro') returning id`
    return { fan, id: row?.id ?? 0 }
  }
  const decide = (id: number, body: object) =>
    market.call(first, `/admin/proposals/${id}`, body) as Promise<Answer>
  const mailed = async (email: string) =>
    (
      await market.sql<{ template: string }[]>`
        select payload ->> 'template' as template
        from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = task_id
        where identifier = 'send-mail' and payload ->> 'to' = ${email} order by jobs.id`
    ).map(({ template }) => template)

  test('is read, answered and accepted, each told once', async () => {
    const { fan, id } = await proposed()
    expect(await decide(id, { status: 'read' })).toMatchObject({ status: 200, data: { status: 'read' } })
    await decide(id, { status: 'answered', message: 'Onde podemos ouvir?' })
    await Promise.all([decide(id, { status: 'accepted' }), decide(id, { status: 'accepted' })])
    expect(await mailed(fan.email)).toEqual(['proposal_answered', 'proposal_accepted'])
    const page = (await market.call(
      first,
      `/admin/proposals?search=${fan.email}`,
    )) as unknown as Page<AdminProposalWire>
    expect(page.data).toMatchObject([{ id, status: 'accepted', answer: 'Onde podemos ouvir?' }])
    expect((await trail(String(id))).map(({ action }) => action)).toEqual([
      'proposal.read',
      'proposal.answer',
      'proposal.accept',
    ])
  })

  test('that was accepted is read for the form of its project', async () => {
    const { fan, id } = await proposed()
    const readBy = (by: TestFan | null) => market.call(by, `/admin/proposals/${id}`)
    expect((await readBy(first)).status).toBe(404)
    await decide(id, { status: 'accepted' })
    expect((await readBy(first)).data).toEqual({
      id,
      message: 'Um disco inteiro',
      name: 'Ana',
      author: 'Ana',
      authorWallet: fan.wallet,
      looksAfter: false,
    })
    expect([(await readBy(fan)).status, (await readBy(null)).status]).toEqual([403, 401])
  })

  test('of an account that looks after an artist leads to that artist, who hears of the publication', async () => {
    const { fan, id } = await proposed()
    await decide(id, { status: 'accepted' })
    const work = await market.newProject({ published: false })
    const [artist] = await market.sql<{ id: number; name: string; wallet: string }[]>`
      select artists.id, name, wallet from private.artists
      join projects on lower(author_wallet) = wallet where projects.id = ${work.id}`
    await market.sql`
      insert into private.artist_accounts (artist_id, user_id) values (${artist?.id ?? 0}, ${fan.uid})`
    expect((await market.call(first, `/admin/proposals/${id}`)).data).toMatchObject({
      name: 'Ana',
      author: artist?.name,
      authorWallet: artist?.wallet,
      looksAfter: true,
    })
    const opens = new Date(Date.now() + 3_600_000)
    await market.sql`
      update projects set contract_address = ${`0x${'4'.repeat(40)}`}, opens_at = ${opens} where id = ${work.id}`
    for (const _ of ['once', 'again'])
      expect((await market.call(first, `/projects/${work.uid}/publish`, {})).status).toBe(200)
    const bell = await market.sql`select id, kind, data from notifications where user_id = ${fan.uid}`
    expect(bell).toMatchObject([
      {
        kind: 'work_published',
        data: { artist: artist?.name, cover: work.uid, opens: opens.toISOString() },
      },
    ])
    const mails = await market.sql`
      select from graphile_worker._private_jobs where payload ->> 'notification' = ${String(bell[0]?.id)}`
    expect(mails).toHaveLength(1)
  })

  test('is accepted with words of one’s own, which its mail and its sender get', async () => {
    const { fan, id } = await proposed()
    expect((await decide(id, { status: 'accepted', message: ' ' })).status).toBe(400)
    await decide(id, { status: 'accepted', message: 'Vimos o farol. Falamos na terça?' })
    const [job] = await market.sql`
      select payload from graphile_worker._private_jobs where payload ->> 'to' = ${fan.email}`
    expect(job?.payload).toMatchObject({
      template: 'proposal_accepted',
      data: { words: 'Vimos o farol. Falamos na terça?' },
    })
    expect(await market.sql`select answer from register_projects where id = ${id}`).toEqual([
      { answer: 'Vimos o farol. Falamos na terça?' },
    ])
  })

  test('that one accepts while another declines has one answer', async () => {
    const { fan, id } = await proposed()
    const answers = await Promise.all([
      decide(id, { status: 'accepted' }),
      decide(id, { status: 'declined', message: 'Não desta vez.' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await mailed(fan.email)).toHaveLength(1)
    expect(await decide(id, { status: 'read' })).toMatchObject({
      status: 409,
      data: { code: 'proposal_decided' },
    })
  })

  test('is declined with words, and only where there is one', async () => {
    const { id } = await proposed()
    for (const body of [
      { status: 'declined' },
      { status: 'declined', message: ' ' },
      { status: 'received' },
      {},
    ])
      expect((await decide(id, body)).status).toBe(400)
    expect((await decide(999_999, { status: 'read' })).data.code).toBe('proposal_not_found')
  })
})
