/** All that may happen to a market, raced: whatever comes of it, every centavo, every unit and every line of the log agree. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verify } from '../../scripts/verify-auction.ts'
import { createRandom, type Random } from '../../simulator/random.ts'
import type { ChainOutcome } from '../platform/chain/outcome.ts'
import type { Sql, Tx } from '../platform/db/sql.ts'
import { transact, withRetries } from '../platform/db/transact.ts'
import { cardEvent, deliver, disputeEvent } from '../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../testing/market.ts'
import { totalOf } from '../testing/paid-by-card.ts'
import { account } from './ledger/ledger.ts'
import { recordChainOutcome } from './market/record-chain-outcome.ts'
import { applyCardEvent } from './payments/apply-card-event.ts'
import { applyDispute } from './refunds/dispute-payment.ts'
import { bookWithdrawalFailed, bookWithdrawalPaid } from './withdrawals/decide-withdrawal.ts'

const ROUNDS = 12
const ACTIONS = 14
const SEED = 20_261_122

let market: Market
let admin: TestFan
let second: TestFan
beforeAll(async () => {
  market = await createMarket({ env: { WITHDRAWAL_SECOND_PERSON_ABOVE: '100000000' } })
  ;[admin, second] = [await market.newAdmin(), await market.newAdmin()]
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = { status: number; data: { payment?: { uid: string }; code?: string } | null }
type Scene = {
  random: Random
  fans: TestFan[]
  projects: TestProject[]
  deposits: string[]
  /** Charges to cards, by the payment's uid. */
  charges: { uid: string; total: number }[]
}
type Deed = () => Promise<Answer | undefined>

const operator = (path: string, body: object = {}, key?: string) =>
  market.call(admin, path, body, key ? { 'idempotency-key': key } : {}) as Promise<Answer>
const inTx = (work: (tx: Tx) => Promise<unknown>) => withRetries(market.sql as Sql, work)

async function setScene(random: Random): Promise<Scene> {
  const fans = await Promise.all(Array.from({ length: 6 }, () => market.newFan(3000 + random.below(6000))))
  const lot = await market.newProject({ supply: 2 })
  const projects = [await market.newAuction(), await market.newAuction({ units: 3 }), lot]
  const deposits = await Promise.all(
    fans.map(async (fan) => {
      const uid = randomUUID()
      await market.sql`
        insert into payments (uid, user_id, flow, method, amount, status, intent_id)
        values (${uid}, ${fan.uid}, 'balance', 'card', 2500, 'succeded', ${`pi_${uid}`})`
      await market.sql`select ledger.post(${market.sql.json([
        {
          id: `deposit:${uid}`,
          kind: 'deposit',
          debit: account.clearing,
          credit: account.available(fan.uid),
          amount: 2500,
        },
      ])})`
      return uid
    }),
  )
  for (const { uid } of projects) await nameKey(uid)
  return { random, fans, projects, deposits, charges: [] }
}

/** Where the author of a project is paid. */
async function nameKey(project: string): Promise<void> {
  await market.sql`
    insert into private.artist_keys (artist_id, legal_name, pix_key_type, pix_key, entered_by, confirmed_by, confirmed_at)
    select artists.id, 'Coral Ltda.', 'email', 'coral@tune.test', ${admin.uid}, ${second.uid}, now()
    from projects join private.artists on wallet = lower(author_wallet) where projects.uid = ${project}`
}

/** A card is asked for money; its bank may say so at the same time, or whenever it likes. */
async function askCard(
  { random, charges }: Scene,
  fan: TestFan,
  project: TestProject,
  amount: number,
): Promise<Answer> {
  const orders = [
    { typeBuy: 'balance', UID: '', amount },
    { typeBuy: 'mint', UID: project.uid, amount: 2000 },
    { typeBuy: 'bid', UID: project.uid, amount },
  ]
  const order = random.pick(orders)
  const answer = (await market.call(fan, '/buy-token', {
    paymentMethodId: 'pm_card_visa',
    ...order,
  })) as Answer
  const uid = answer.data?.payment?.uid
  if (uid) charges.push({ uid, total: totalOf(order.amount) })
  return answer
}

/** The processor's word on a charge: paid, and now and then taken back by a bank. */
async function hearOfCard({ random, charges }: Scene): Promise<undefined> {
  if (charges.length === 0) return
  const { uid, total } = random.pick(charges)
  const event = random.chance(0.75)
    ? cardEvent({ payment: uid, total, id: `evt_${uid}` })
    : disputeEvent({
        payment: uid,
        dispute: `dp_${uid}`,
        amount: total,
        status: random.pick(['needs_response', 'won', 'lost']),
      })
  await deliver(market, event)
  await applyCardEvent(market.ctx, event.id).catch((fault: Error) => {
    if (fault.name !== 'PaymentNotBooked') throw fault
  })
}

/** Money on its way out: to a fan, and to an author. */
async function payOut({ random, projects }: Scene): Promise<Answer | undefined> {
  const [request] = await market.sql<{ uid: string; status: string }[]>`
    select uid, status from redeem_balance where status in ('requested', 'approved') order by random() limit 1`
  if (request?.status === 'requested') return operator(`/admin/withdrawals/${request.uid}/approve`)
  if (request) {
    if (random.chance(0.5)) await transact(market.sql, (tx) => bookWithdrawalPaid(tx, request.uid, 'E1234'))
    else await transact(market.sql, (tx) => bookWithdrawalFailed(tx, request.uid, 'teste'))
    return
  }
  const [artist] = await market.sql<{ uid: string; free: number }[]>`
    select artists.uid, (balance - private.unearned(projects.id))::bigint as free
    from projects
    join private.artists on wallet = lower(author_wallet)
    join ledger.accounts on code = 'project:' || projects.uid || ':payable'
    where projects.uid = ${random.pick(projects).uid}`
  return artist && artist.free > 0
    ? operator(`/admin/artists/${artist.uid}/payouts`, { amount: artist.free })
    : undefined
}

/** Applies the outcome of a few of the records that wait for the chain; now and then it refuses them. */
function letChainAnswer(random: Random): Promise<undefined> {
  const refuses = random.chance(0.2)
  return inTx(async (tx) => {
    const operations = await tx<{ id: number; kind: string; payload: object }[]>`
      select id, kind, payload from chain.operations
      where status = 'queued' order by id limit ${1 + random.below(6)} for update skip locked`
    for (const { id, kind, payload } of operations) {
      const failure = refuses && /sell|bids$/.test(kind) ? 'refused' : null
      const outcome = {
        kind,
        payload,
        txHash: `0x${'cd'.repeat(32)}`,
        failure,
        deployed: null,
      } as ChainOutcome
      await tx`delete from chain.operations where id = ${id}`
      await recordChainOutcome(tx, outcome, 3600)
    }
  }).then(() => undefined)
}

async function anyToken({
  random,
  projects,
}: Scene): Promise<{ uid: string; payment: string; fan: string } | undefined> {
  const project = random.pick(projects)
  const tokens = await market.sql<{ uid: string; payment: string; fan: string }[]>`
    select mints.uid, payments.uid as payment, mints.user_id as fan
    from mints join payments on payments.id = payment_id
    where mints.project_id = ${project.id} order by mints.id desc limit 5`
  return tokens.length > 0 ? random.pick(tokens) : undefined
}

function chooseAction(scene: Scene): Deed {
  const { random, fans, projects, deposits } = scene
  const fan = random.pick(fans)
  const project = random.pick(projects)
  const key = `key-${random.below(1_000_000)}`
  const place = random.below(100)
  // The same call twice, at once.
  const amount = 1999 + random.below(12)
  if (place < 8) return () => askCard(scene, fan, project, amount)
  if (place < 16) return () => hearOfCard(scene)
  if (place < 21) return () => payOut(scene)
  if (place < 38) return () => market.bid(fan, project, amount, key) as Promise<Answer>
  if (place < 48)
    return async () => {
      const twice = (await Promise.all(
        [0, 1, 2].map(() => market.bid(fan, project, amount, key)),
      )) as Answer[]
      const yes = twice.filter(({ status }) => status === 200).map(({ data }) => data?.payment?.uid)
      expect(new Set(yes).size).toBeLessThanOrEqual(1)
      return twice[0]
    }
  if (place < 56)
    return () =>
      market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid }) as Promise<Answer>
  if (place < 66) return () => letChainAnswer(random)
  if (place < 72)
    return async () => {
      await market.sql`
        update mints set will_expire_at = clock_timestamp() + interval '3 milliseconds'
        where project_id = ${project.id} and status = 'minted'`
      return undefined
    }
  if (place < 76) return () => market.settleAll().then(() => undefined)
  if (place < 80)
    return async () => {
      const token = await anyToken(scene)
      const owner = fans.find(({ uid }) => uid === token?.fan)
      return owner && (market.call(owner, '/regret', { UID: token?.uid }) as Promise<Answer>)
    }
  if (place < 84)
    return async () => {
      const token = await anyToken(scene)
      const body = {
        amount: random.chance(0.5) ? 2000 : 700,
        destination: 'wallet',
        reason: 'teste',
        despitePlay: true,
      }
      return token && operator(`/admin/activity/${token.payment}/refunds`, body, key)
    }
  if (place < 87) return () => operator(`/admin/projects/${project.uid}/pause`)
  if (place < 92) return () => operator(`/admin/projects/${project.uid}/resume`)
  if (place < 93) {
    // Rarely: nothing happens to a project that is over.
    if (random.chance(0.9)) return () => letChainAnswer(random)
    return () => operator(`/admin/projects/${project.uid}/close`, { projectName: 'Maré' })
  }
  if (place < 96)
    return () =>
      market.call(fan, '/redeem-balance', {
        pixKeyType: 'email',
        pixKey: 'a@tune.test',
        amount: 1 + random.below(4000),
      }) as Promise<Answer>
  if (place < 98) {
    const action = random.chance(0.4) ? 'deactivate' : 'reactivate'
    return () => operator(`/admin/users/${fan.uid}/${action}`, { reason: 'teste' })
  }
  return async () => {
    const uid = random.pick(deposits)
    const status = random.pick(['open', 'won', 'lost'] as const)
    const report = {
      providerId: `dp_${uid}`,
      amount: 2500,
      fee: 0,
      reason: 'fraudulent',
      status,
      evidenceDueAt: null,
    }
    await inTx(async (tx) => {
      const [payment] = await tx<{ id: number }[]>`select id from payments where uid = ${uid}`
      await applyDispute(market.ctx.env, tx, payment?.id ?? 0, report)
    })
    return undefined
  }
}

test(`nothing is lost, held twice, or told otherwise, seed ${SEED}`, { timeout: 120_000 }, async () => {
  const random = createRandom(SEED)
  for (let scenes = 0; scenes < 3; scenes++) {
    const scene = await setScene(random)
    for (let round = 0; round < ROUNDS; round++) {
      const actions = Array.from({ length: ACTIONS }, () => chooseAction(scene))
      const answers = await Promise.all(actions.map((action) => action()))
      for (const answer of answers) if (answer) expect(answer).not.toMatchObject({ status: 500 })
      await market.expectHealthy()
    }
    await market.settleAll()
    await market.expectHealthy()
    for (const project of scene.projects) await expectDerivable(project)
  }
})

async function expectDerivable({ id }: TestProject): Promise<void> {
  const { winners } = verify(
    await market.sql<{ seq: number; body: string; hash: string }[]>`
      select seq::int, body, encode(hash, 'hex') as hash from market.log where project_id = ${id} order by seq`,
  )
  const rows = await market.sql<{ bid: number }[]>`
    select id as bid from bids where project_id = ${id} and status = 'winner' order by id`
  expect(winners.map(({ bid }) => bid).toSorted((a, b) => a - b)).toEqual(rows.map(({ bid }) => bid))
}
