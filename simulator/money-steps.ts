/** Money from outside, back to it and out: what fans, banks and the operator may do next. */
import { LEAST_WITHDRAWAL } from '#domain/withdrawal.ts'
import { account, balance } from './books.ts'
import { aboutToken, anyFan, anyLot, type Choice } from './choice.ts'
import { tokenOf } from './disputed.ts'
import { bid } from './fan-steps.ts'
import { beside } from './gift-steps.ts'
import type { Charge, Market } from './state.ts'
import type { Step } from './steps.ts'

/** How many of the last charges, refunds and withdrawals are considered. */
const RECENT = 40

/**
 * A bid is judged in a market that the worker keeps settled: what a refused call has settled is rolled back with it.
 */
export function charge(choice: Choice): Step | null {
  const { market, random, newKey } = choice
  const method = random.chance(0.6) ? 'card' : 'pix'
  const isDeclined = method === 'card' && market.workerIsUp && random.chance(0.15)
  const facts = { kind: 'charge', method, isDeclined, gift: null, tip: 0, key: newKey() } as const
  if (random.chance(0.4)) {
    const poor = market.fans.filter(({ id, isActive }) => isActive && freeOf(market, id) === 0)
    const fan = poor.length > 0 && random.chance(0.2) ? random.pick(poor) : anyFan(choice)
    return { ...facts, flow: 'balance', fan, project: null, amount: 500 + random.below(4500) }
  }
  if (random.chance(0.4)) {
    const project = anyLot(choice)
    const amount = project?.price ?? 1000
    return { ...facts, flow: 'mint', fan: anyFan(choice), project, amount, ...beside(choice, 0.8) }
  }
  if (!market.workerIsUp) return null
  const { fan, project, amount } = bid(choice)
  return { ...facts, flow: 'bid', fan, project, amount }
}

/** The worker applies such reports. Money mostly arrives once and as requested. */
export function arrive({ market, random }: Choice): Step | null {
  if (!market.workerIsUp) return null
  // A charged card is not charged again; a code may be paid twice.
  const all = market.charges.filter((one) => one.method === 'pix' || !(isPaid(one) || one.isKeptOut))
  const failed = all.filter(({ payment }) => payment.status === 'failed')
  const gone = failed.filter(({ fan }) => fan.isErased)
  const waiting = all.filter(({ payment }) => payment.status === 'pending')
  const some =
    [gone, failed, waiting].find(
      (charges) => charges.length > 0 && random.chance(charges === waiting ? 0.85 : 0.15),
    ) ?? all.slice(-RECENT)
  if (some.length === 0) return null
  const chosen = random.pick(some)
  return { kind: 'arrive', fan: chosen.fan, charge: chosen, says: word(chosen) } satisfies Step

  function word({ method, payment }: Charge): 'paid' | 'failed' | 'another amount' {
    if (method === 'card') return payment.status === 'pending' && random.chance(0.2) ? 'failed' : 'paid'
    return random.chance(0.1) ? 'another amount' : 'paid'
  }
}

export function refund(choice: Choice): Step | null {
  const { market, random, newKey } = choice
  if (!market.workerIsUp) return null
  const bought = random.chance(0.5) ? recentCharge(choice) : recentSale(choice)
  if (!bought) return null
  const { project, payment, fan } = bought
  const charge = market.charges.find((one) => one.payment === payment) ?? null
  const token = project?.tokens.find((one) => one.payment === payment) ?? null
  const left = token ? token.shares.author + token.shares.platform : payment.amount
  const amount = random.chance(0.6) ? left : 1 + random.below(payment.amount + 50)
  if (amount === 0) return null
  return {
    kind: 'refund',
    fan,
    project,
    payment,
    charge,
    token,
    amount,
    destination: random.chance(charge ? 0.7 : 0.05) ? 'card' : 'wallet',
    despitePlay: random.chance(0.5),
    key: newKey(),
  }
}

/**
 * Preferably one that leaves its fan with nothing: somebody with nothing may leave, and a bank may still return it.
 */
function recentCharge({ market, random }: Choice): Charge | null {
  const paid = market.charges.filter(
    (one, place) => isPaid(one) && (one.unclaimed > 0 || place >= market.charges.length - RECENT),
  )
  const all = paid.filter(
    ({ method, fan, payment }) =>
      method === 'card' && payment.refunded.card === 0 && freeOf(market, fan.id) === payment.amount,
  )
  const some = all.length > 0 && random.chance(0.6) ? all : paid
  return some.length > 0 ? random.pick(some) : null
}

function recentSale(choice: Choice) {
  const { project, token } = aboutToken(choice)
  const bought = token ?? (project.bids.length > 0 ? choice.random.pick(project.bids) : null)
  return bought && { project, payment: bought.payment, fan: token?.payer ?? bought.fan }
}

export function sendBack({ market, random }: Choice): Step | null {
  const there = market.cardRefunds.filter(
    ({ isSentBack, charge }) => !isSentBack && charge.dispute === null && charge.fan.isOnChain,
  )
  if (there.length === 0 || !market.workerIsUp) return null
  const gone = there.filter(({ charge }) => charge.fan.isErased)
  const chosen = random.pick(gone.length > 0 ? gone : there)
  return { kind: 'sendBack', fan: chosen.charge.fan, refund: chosen }
}

/**
 * Charges that never reached the chain are left out: what a bank returns does, and the sales to those fans would no
 * longer be refused there. A token that is still being minted is revoked once it is minted.
 */
export function dispute({ market, random }: Choice): Step | null {
  const recent = market.charges
    .filter(
      ({ fan, dispute }, place) =>
        fan.isErased || dispute === 'open' || place >= market.charges.length - RECENT,
    )
    .filter(
      (one) =>
        one.method === 'card' &&
        one.fan.isOnChain &&
        isPaid(one) &&
        !market.projects.some(({ tokens }) =>
          tokens.some(({ payer, status }) => payer === one.fan && status === 'pending'),
        ),
    )
  const open = recent.filter((one) => one.dispute === 'open')
  const fresh = recent.filter((one) => one.dispute === null && one.payment.refunded.card < one.payment.amount)
  const spent = fresh.filter(({ fan, payment }) => freeOf(market, fan.id) < payment.amount)
  const gone = fresh.filter(({ fan }) => fan.isErased)
  const live = fresh.filter((one) => tokenOf(one)?.status === 'minted')
  const given = fresh.filter(({ project, payment }) =>
    project?.gifts.some((gift) => gift.payment === payment && gift.status !== 'returned'),
  )
  const some = [given, open, gone, live, spent, fresh, open].find(
    (charges) => charges.length > 0 && random.chance(charges === given ? 0.9 : 0.4),
  )
  if (!some || !market.workerIsUp) return null
  const chosen = random.pick(some)
  const says =
    chosen.dispute === 'open' ? (['won', 'lost'] as const) : (['open', 'open', 'won', 'lost'] as const)
  return { kind: 'dispute', fan: chosen.fan, charge: chosen, says: random.pick(says) }
}

export function writeOff({ market, random, newKey }: Choice): Step | null {
  const owing = market.fans.filter(({ id }) => freeOf(market, id) < 0)
  if (owing.length === 0) return null
  const fan = random.pick(owing)
  const debt = -freeOf(market, fan.id)
  const amount = random.chance(0.2) ? debt + 1 : 1 + random.below(debt)
  return { kind: 'writeOff', fan, amount, key: newKey() }
}

/** Now and then everything: somebody who has nothing left may leave. And whoever has asked for some asks for a little more. */
export function withdraw(choice: Choice): Step {
  const { market, random, newKey } = choice
  const before = market.withdrawals.findLast(({ status }) => status === 'requested')
  const again = before && random.chance(0.6)
  const fan = again ? before.fan : anyFan(choice)
  const free = Math.max(1, freeOf(market, fan.id))
  const amounts = [free, free, free + 1 + random.below(50), 1 + random.below(free)]
  const amount = random.pick(again ? [LEAST_WITHDRAWAL] : amounts)
  return { kind: 'withdraw', fan, amount, isPayable: random.chance(0.8), key: newKey() }
}

export function decide({ market, random }: Choice): Step | null {
  const waiting = market.withdrawals.filter(({ status }) => status === 'requested')
  const some = waiting.length > 0 && random.chance(0.7) ? waiting : market.withdrawals.slice(-8)
  if (some.length === 0) return null
  const withdrawal = random.pick(some)
  const words = market.workerIsUp
    ? ['approved', 'approved', 'cancelled', 'rejected']
    : ['cancelled', 'rejected']
  const becomes = random.pick(words as ('approved' | 'cancelled' | 'rejected')[])
  return { kind: 'decide', fan: withdrawal.fan, withdrawal, becomes }
}

function isPaid({ payment }: Charge): boolean {
  return payment.status !== 'pending' && payment.status !== 'failed'
}

function freeOf({ books }: Market, fan: number): number {
  return balance(books, account.available(fan))
}
