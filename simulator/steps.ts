/** Random steps, weighted so that a market keeps living and every state is reached. */
import { account, balance } from './books.ts'
import type { Random } from './random.ts'
import { type Fan, liveToken, type Market, type Project, type Token } from './state.ts'

export type BidStep = { kind: 'bid'; fan: Fan; project: Project | null; amount: number; key: string }
export type BuyStep = { kind: 'buy'; fan: Fan; project: Project | null; key: string }
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

  const anyFan = (market: Market) => random.pick(market.fans)
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

  function play(market: Market): Step {
    const project = anyProject(market) ?? random.pick(market.projects)
    const token =
      project.tokens.length > 0 && random.chance(0.9) ? random.pick(project.tokens.slice(-6)) : null
    return { kind: 'play', fan: token && random.chance(0.9) ? token.fan : anyFan(market), project, token }
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
    return { kind: 'deposit', fan: anyFan(market), amount: 500 + random.below(9000) }
  }

  const weighted: [number, (market: Market) => Step | null][] = [
    [40, (market) => bid(market)],
    [14, buy],
    [9, play],
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
    for (const fan of fans) yield { kind: 'deposit', fan, amount: 500 + random.below(9000) }
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
