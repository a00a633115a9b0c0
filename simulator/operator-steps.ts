/** What the operator may do next, and what keeps a market alive. */
import { payableOf } from './authors.ts'
import { anyProject, type Choice } from './choice.ts'
import type { Random } from './random.ts'
import { writeShares } from './split-steps.ts'
import { FANS, liveToken, type Market, type Project } from './state.ts'
import type { Step } from './steps.ts'

const MOST_PROJECTS = 7
const MOST_OPERATIONS = 30
/** Half a minute more than whole minutes: see `UNLOCK_SECONDS`. */
const VALID_PERIODS = [90, 330, 1830]

/** One on sale whose sale is, or is not, paused. */
export function halt(choice: Choice): Step | null {
  const { market, random } = choice
  const auctions = market.projects.filter(({ bids }) => bids.some(({ hold }) => hold === 'held'))
  const project = auctions.length > 0 && random.chance(0.7) ? random.pick(auctions) : anyProject(choice)
  return project && { kind: random.chance(0.6) ? 'pause' : 'resume', project }
}

export function stop({ market, random }: Choice): Step | null {
  const open = openProjects(market)
  return open.length === 0 ? null : { kind: 'end', project: random.pick(open) }
}

export function putAnEnd({ market, random }: Choice): Step | null {
  const open = openProjects(market)
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

function openProjects({ projects, now }: Market): Project[] {
  return projects.filter(({ isActive, expiredAt }) => isActive && expiredAt > now)
}

/** Mostly all that can be paid out: then only other people's money is left. */
export function payOut({ market, random, newKey }: Choice): Step | null {
  if (!market.workerIsUp) return null
  const artist = random.pick([...market.band, ...market.projects.map(({ author }) => author)])
  const there = payableOf(market, artist).reduce((sum, { free }) => sum + Math.max(0, free), 0)
  const amount = there + (random.chance(0.2) ? 1 : 0)
  return amount < 1 ? null : { kind: 'payOut', artist, amount, key: newKey() }
}

export function newProject(random: Random): Step {
  return {
    kind: 'create',
    supply: 1 + random.below(6),
    price: 1000 + random.below(200),
    validPeriod: random.pick(VALID_PERIODS),
    minutes: 240 + random.below(1200),
    isPayable: random.chance(0.8),
  }
}

/** What keeps a market alive: open projects, fans, an outbox that is not too full. */
export function nextNeeded(market: Market, random: Random, openAtLeast: number): Step | null {
  const open = market.projects.filter(({ expiredAt }) => expiredAt > market.now)
  if (open.length < openAtLeast && random.chance(open.length === 0 ? 1 : 0.2)) {
    return newProject(random)
  }
  if (market.fans.filter(({ isErased }) => !isErased).length < FANS) return { kind: 'join' }
  const paused = open.filter(({ isPaused }) => isPaused)
  if (paused.length > 0 && random.chance(0.03)) return { kind: 'resume', project: random.pick(paused) }
  const unpublished = open.find(({ isActive }) => !isActive)
  if (unpublished && unpublished.splits.length === 0 && random.chance(0.2)) {
    return writeShares({ market, random }, unpublished)
  }
  if (unpublished && random.chance(unpublished.isDeployed ? 0.5 : 0.1))
    return { kind: 'publish', project: unpublished }
  const gone = market.fans.filter(({ isActive, isErased }) => !isActive && !isErased)
  if (gone.length > 0 && random.chance(0.02 * gone.length))
    return { kind: 'activate', fan: random.pick(gone) }
  if (market.operations.length > MOST_OPERATIONS) {
    return market.workerIsUp
      ? { kind: 'chain', refuses: random.chance(0.15) }
      : { kind: 'worker', isUp: true }
  }
  return null
}

/** Sets projects aside in which nothing can happen any more, once there are many. */
export function retire(market: Market): Project[] {
  const busy = new Set<Project | null>(market.operations.map(({ project }) => project))
  for (const { project, payment } of market.charges) if (payment.status === 'pending') busy.add(project)
  const over = market.projects.filter(
    (project) =>
      project.isClosed &&
      !busy.has(project) &&
      project.gifts.every(({ status }) => status !== 'waiting') &&
      market.fans.every((fan) => !liveToken(project, fan)),
  )
  const leaving = over.slice(0, Math.max(0, market.projects.length - MOST_PROJECTS))
  market.projects = market.projects.filter((project) => !leaving.includes(project))
  market.retired.push(...leaving)
  return leaving
}
