/** Random steps, weighted so that a market keeps living and every state is reached. */
import type { DisputeStatus } from '#domain/dispute.ts'
import { account, balance } from './books.ts'
import type { Random } from './random.ts'
import {
  type Deposit,
  type Fan,
  liveToken,
  type Market,
  type Payment,
  type Project,
  type Token,
  type Withdrawal,
} from './state.ts'

export type BidStep = { kind: 'bid'; fan: Fan; project: Project | null; amount: number; key: string }
export type BuyStep = { kind: 'buy'; fan: Fan; project: Project | null; key: string }
export type RegretStep = { kind: 'regret'; fan: Fan; project: Project; token: Token | null }
export type RefundStep = {
  kind: 'refund'
  /** Who paid. */
  fan: Fan
  project: Project
  payment: Payment
  /** What the payment bought, if anything. */
  token: Token | null
  amount: number
  despitePlay: boolean
  key: string
}
/** The processor's word on a bank's demand for a deposit, for the first time or again. */
export type DisputeStep = { kind: 'dispute'; fan: Fan; deposit: Deposit; says: DisputeStatus }
export type WithdrawStep = { kind: 'withdraw'; fan: Fan; amount: number; key: string }
export type DecideStep = {
  kind: 'decide'
  fan: Fan
  withdrawal: Withdrawal
  becomes: 'cancelled' | 'rejected'
}
export type Step =
  | { kind: 'create'; supply: number; price: number; validPeriod: number; minutes: number }
  | { kind: 'publish'; project: Project }
  | { kind: 'deposit'; fan: Fan; amount: number }
  | BuyStep
  | BidStep
  /** Bids for one project, all at once. */
  | { kind: 'burst'; project: Project; bids: BidStep[] }
  | { kind: 'play'; fan: Fan; project: Project; token: Token | null }
  | { kind: 'advance'; minutes: number }
  /** The project's end is brought forward to the instant `at`. */
  | { kind: 'close'; project: Project; at: number }
  /** The house stops selling, sells again, or ends the sale for good. */
  | { kind: 'pause' | 'resume' | 'end'; project: Project }
  | RegretStep
  | RefundStep
  | DisputeStep
  | WithdrawStep
  | DecideStep
  | { kind: 'deactivate' | 'activate'; fan: Fan }
  | { kind: 'chain'; refuses: boolean }
  | { kind: 'worker'; isUp: boolean }

const OPEN_PROJECTS = 3
const MOST_PROJECTS = 7
const MOST_OPERATIONS = 30
const MINUTES = [1, 1, 2, 10, 31, 61]
/** Half a minute more than whole minutes: see `UNLOCK_SECONDS`. */
const VALID_PERIODS = [90, 330, 1830]
const BURST = 8

/** Makes steps for a market, one after another; each is meant for the state in which it is asked for. */
export function createSteps(random: Random): (market: Market) => Step {
  let keys = 0
  const recent: (BuyStep | BidStep)[] = []
  const newKey = () => `key-${++keys}`
  const remember = <Call extends BuyStep | BidStep>(call: Call): Call => {
    recent.push(call)
    if (recent.length > 40) recent.shift()
    return call
  }

  /** Those whom a bank has taken below zero are few, and are asked for more often. */
  function anyFan(market: Market): Fan {
    const below = market.fans.filter(({ id }) => balance(market.books, account.available(id)) < 0)
    return random.pick(below.length > 0 && random.chance(0.2) ? below : market.fans)
  }
  /** Mostly one on sale; now and then one that is over or to come, or that nobody has. */
  function anyProject(market: Market): Project | null {
    if (random.chance(0.02)) return null
    const onSale = market.projects.filter(({ isActive, expiredAt }) => isActive && expiredAt > market.now)
    return random.pick(onSale.length > 0 && random.chance(0.9) ? onSale : market.projects)
  }

  function bid(market: Market, project = anyProject(market)): BidStep {
    const fan = anyFan(market)
    const price = project?.price ?? 1000
    const free = balance(market.books, account.available(fan.id))
    const amount = random.chance(0.05) ? free + 1 + random.below(50) : price - 2 + random.below(60)
    return remember({ kind: 'bid', fan, project, amount, key: newKey() })
  }

  function buy(market: Market): BuyStep {
    const fan = anyFan(market)
    const project = anyProject(market)
    return remember({ kind: 'buy', fan, project, key: newKey() })
  }

  /** The very call again, or another call under its key. */
  function repeat(): Step | null {
    if (recent.length === 0) return null
    const call = random.pick(recent)
    return call.kind === 'bid' && random.chance(0.3) ? { ...call, amount: call.amount + 1 } : call
  }

  /** Somebody wants something of a token: mostly of one of theirs, of the last that were sold. */
  function aboutToken(market: Market): { fan: Fan; project: Project; token: Token | null } {
    const project = anyProject(market) ?? random.pick(market.projects)
    const token =
      project.tokens.length > 0 && random.chance(0.9) ? random.pick(project.tokens.slice(-6)) : null
    return { fan: token && random.chance(0.9) ? token.fan : anyFan(market), project, token }
  }

  function refund(market: Market): Step | null {
    const { project, token } = aboutToken(market)
    const bought = token ?? (project.bids.length > 0 ? random.pick(project.bids) : null)
    if (!bought) return null
    const { payment, fan } = bought
    const left = token ? token.shares.author + token.shares.platform : payment.amount
    const amount = random.chance(0.5) ? left : 1 + random.below(payment.amount + 50)
    const ofToken = project.tokens.find((one) => one.payment === payment) ?? null
    if (amount === 0) return null
    return {
      kind: 'refund',
      fan,
      project,
      payment,
      token: ofToken,
      amount,
      despitePlay: random.chance(0.5),
      key: newKey(),
    }
  }

  function withdraw(market: Market): Step {
    const fan = anyFan(market)
    const free = balance(market.books, account.available(fan.id))
    const amount = random.chance(0.3) ? free + 1 + random.below(50) : 1 + random.below(Math.max(1, free))
    return { kind: 'withdraw', fan, amount, key: newKey() }
  }

  function decide(market: Market): Step | null {
    const recent = market.withdrawals.slice(-8)
    if (recent.length === 0) return null
    const withdrawal = random.pick(recent)
    const becomes = random.chance(0.5) ? 'cancelled' : 'rejected'
    return { kind: 'decide', fan: withdrawal.fan, withdrawal, becomes }
  }

  /**
   * The worker carries such news home. Of deposits that never reached the chain there are none: what a bank gives back does,
   * and the sales to those fans would no longer be refused there.
   */
  function dispute(market: Market): Step | null {
    const recent = market.deposits.slice(-16).filter(({ fan }) => fan.isOnChain)
    if (recent.length === 0 || !market.workerIsUp) return null
    const open = recent.filter((deposit) => deposit.dispute === 'open')
    const spent = recent.filter(
      ({ fan, amount, dispute }) => !dispute && balance(market.books, account.available(fan.id)) < amount,
    )
    const some = [spent, open].find((deposits) => deposits.length > 0 && random.chance(0.6))
    const deposit = random.pick(some ?? recent)
    return { kind: 'dispute', fan: deposit.fan, deposit, says: random.pick(['open', 'won', 'lost'] as const) }
  }

  /** One on sale whose sale is, or is not, stopped. */
  function halt(market: Market): Step | null {
    const auctions = market.projects.filter(({ bids }) => bids.some(({ hold }) => hold === 'held'))
    const project = auctions.length > 0 && random.chance(0.7) ? random.pick(auctions) : anyProject(market)
    return project && { kind: random.chance(0.6) ? 'pause' : 'resume', project }
  }

  function end({ projects, now }: Market): Step | null {
    const open = projects.filter(({ isActive, expiredAt }) => isActive && expiredAt > now)
    return open.length === 0 ? null : { kind: 'end', project: random.pick(open) }
  }

  function close(market: Market): Step | null {
    const open = market.projects.filter(({ isActive, expiredAt }) => isActive && expiredAt > market.now)
    if (open.length === 0) return null
    const project = random.pick(open)
    const ends = project.tokens.flatMap(({ status, endsAt }) =>
      status === 'minted' && endsAt && endsAt > market.now && endsAt < project.expiredAt ? [endsAt] : [],
    )
    // The very instant at which a window ends, if there is one: then the project's end comes first.
    return {
      kind: 'close',
      project,
      at: ends.length > 0 && random.chance(0.7) ? Math.min(...ends) : market.now,
    }
  }

  function deposit(market: Market): Step {
    return { kind: 'deposit', fan: anyFan(market), amount: 500 + random.below(4500) }
  }

  const weighted: [number, (market: Market) => Step | null][] = [
    [40, (market) => bid(market)],
    [14, buy],
    [9, (market) => ({ kind: 'play', ...aboutToken(market) })],
    [3, (market) => ({ kind: 'regret', ...aboutToken(market) })],
    [3, refund],
    [1.5, withdraw],
    [3, decide],
    [4, halt],
    [0.3, end],
    [3, dispute],
    [4, repeat],
    [4, deposit],
    [
      3,
      (market) => {
        const project = random.pick(market.projects)
        const bids = Array.from({ length: 2 + random.below(BURST - 1) }, () => bid(market, project))
        return { kind: 'burst', project, bids }
      },
    ],
    [7, () => ({ kind: 'advance', minutes: random.pick(MINUTES) })],
    [0.7, close],
    [0.7, (market) => ({ kind: 'deactivate', fan: anyFan(market) })],
    [6, (market) => (market.workerIsUp ? { kind: 'chain', refuses: random.chance(0.15) } : null)],
    [1.5, (market) => ({ kind: 'worker', isUp: !market.workerIsUp })],
  ]
  const total = weighted.reduce((sum, [weight]) => sum + weight, 0)

  function choose(market: Market): Step | null {
    let left = (random.below(1_000_000) / 1_000_000) * total
    for (const [weight, make] of weighted) {
      left -= weight
      if (left < 0) return make(market)
    }
    return null
  }

  /** A market with nothing in it teaches nothing: projects, money, and contracts come first. */
  function* opening({ fans }: Market): Generator<Step> {
    for (let project = 0; project < OPEN_PROJECTS; project++) yield newProject(random)
    for (const fan of fans) yield { kind: 'deposit', fan, amount: 500 + random.below(4500) }
    yield { kind: 'chain', refuses: false }
  }
  let first: Generator<Step> | null = null

  return (market) => {
    first ??= opening(market)
    const begin = first.next()
    if (!begin.done) return begin.value
    const urgent = nextNeeded(market, random)
    if (urgent) return urgent
    for (;;) {
      const step = choose(market)
      if (step) return step
    }
  }
}

function newProject(random: Random): Step {
  return {
    kind: 'create',
    supply: 1 + random.below(4),
    price: 1000 + random.below(200),
    validPeriod: random.pick(VALID_PERIODS),
    minutes: 240 + random.below(1200),
  }
}

/** What keeps a market alive: projects that are open, fans who are there, an outbox that is not too full. */
function nextNeeded(market: Market, random: Random): Step | null {
  const open = market.projects.filter(({ expiredAt }) => expiredAt > market.now)
  if (open.length < OPEN_PROJECTS && random.chance(open.length === 0 ? 1 : 0.2)) {
    return newProject(random)
  }
  const paused = open.filter(({ isPaused }) => isPaused)
  if (paused.length > 0 && random.chance(0.03)) return { kind: 'resume', project: random.pick(paused) }
  const unpublished = open.find(({ isActive }) => !isActive)
  if (unpublished && random.chance(unpublished.isDeployed ? 0.5 : 0.1))
    return { kind: 'publish', project: unpublished }
  const gone = market.fans.filter(({ isActive }) => !isActive)
  if (gone.length > 0 && random.chance(0.02 * gone.length))
    return { kind: 'activate', fan: random.pick(gone) }
  if (market.operations.length > MOST_OPERATIONS) {
    return market.workerIsUp
      ? { kind: 'chain', refuses: random.chance(0.15) }
      : { kind: 'worker', isUp: true }
  }
  return null
}

/** Sets projects apart in which nothing can happen any more, once there are many. */
export function retire(market: Market): Project[] {
  const busy = new Set(market.operations.map(({ project }) => project))
  const over = market.projects.filter(
    (project) =>
      project.isClosed && !busy.has(project) && market.fans.every((fan) => !liveToken(project, fan)),
  )
  const leaving = over.slice(0, Math.max(0, market.projects.length - MOST_PROJECTS))
  market.projects = market.projects.filter((project) => !leaving.includes(project))
  market.retired.push(...leaving)
  return leaving
}
