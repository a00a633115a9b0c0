/** Who may write, propose and decide next how the author's part of a project is shared. */
import { concernedBy, WHOLE } from '#domain/split.ts'
import type { Choice } from './choice.ts'
import { proposedSplit, sharersOf } from './splits.ts'
import type { Artist, Project, Share } from './state.ts'
import type { DecideSplitStep, ProposeStep, Step } from './steps.ts'

/** The operator writes shares down: among the author and the band, or some of them. */
export function writeShares(
  { market, random }: Pick<Choice, 'market' | 'random'>,
  project: Project,
): ProposeStep {
  const people = [project.author, ...market.band].filter(() => random.chance(0.6))
  const shares = sharesAmong({ random }, people.length > 0 ? people : [project.author])
  return { kind: 'propose', project, shares, by: null }
}

/** Now and then they do not add up, or name somebody twice. */
function sharesAmong({ random }: Pick<Choice, 'random'>, people: Artist[]): Share[] {
  let left = WHOLE
  const shares = people.map((artist, place) => {
    const others = people.length - place - 1
    const basisPoints = others === 0 ? left : 1 + random.below(left - others)
    left -= basisPoints
    return { artist, basisPoints }
  })
  const [first] = shares
  if (first && random.chance(0.06)) first.basisPoints = Math.max(1, first.basisPoints - 1)
  if (first && random.chance(0.03)) shares.push({ ...first })
  return shares
}

export function splitTurn(choice: Choice): Step {
  const { market, random } = choice
  const proposed = market.projects.filter(proposedSplit)
  const project =
    proposed.length > 0 && random.chance(0.7) ? random.pick(proposed) : random.pick(market.projects)
  const waiting = proposedSplit(project)
  if (project.splits.length > 0 && random.chance(waiting ? 0.85 : 0.1)) return decision(choice, project)
  if (random.chance(0.5)) return writeShares(choice, project)
  const people = sharersOf(project).map(({ artist }) => artist)
  const by = random.pick(random.chance(0.9) ? people : market.band)
  const among = random.chance(0.3) ? [...people, ...market.band] : people
  const some = [...new Set(among)].toSorted(() => (random.chance(0.5) ? 1 : -1))
  return { kind: 'propose', project, shares: sharesAmong(choice, some), by }
}

function decision({ market, random }: Choice, project: Project): DecideSplitStep {
  const split = proposedSplit(project) ?? random.pick(project.splits)
  const asked = concernedBy(sharersOf(project), split.shares).map(({ artist }) => artist)
  const missing = asked.filter((artist) => !split.agreed.has(artist))
  const by = random.pick(
    missing.length > 0 && random.chance(0.85) ? missing : [...asked, ...split.agreed, ...market.band],
  )
  const becomes = random.chance(0.85) ? 'in_force' : random.pick(['declined', 'withdrawn'] as const)
  return { kind: 'decideSplit', project, split, by: becomes === 'withdrawn' ? null : by, becomes }
}
