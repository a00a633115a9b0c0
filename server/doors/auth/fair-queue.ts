/**
 * A queue for costly work, of which little is done at once, that many networks share. Whose turn it is goes round by
 * network, so that whoever sends a hundred waits behind themselves alone. Of IPv6, whose subscribers have many networks, the
 * /48, the /56 within it and the /64 within that each take turns. Callers who are known come first, but for every fourth turn.
 */
import { isIPv6 } from 'node:net'

export type Place = { network: string; isKnown: boolean }

type Waiting = { start: () => void; giveWay: () => void }
type Branch = { size: number; branches: Map<string, Branch>; waiting: Waiting[] }

const TURNS_OF_THE_KNOWN = 3

/**
 * Runs `running` at once while at most `most` wait. Beyond that the network with the most waiting loses its newest, which is
 * then refused: `run` rejects with what `refuse` makes.
 */
export function createFairQueue(running: number, most: number, refuse: () => Error) {
  const known = newBranch()
  const others = newBranch()
  let active = 0
  let turn = 0

  function wait(place: Place): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = { start: resolve, giveWay: () => reject(refuse()) }
      add(place.isKnown ? known : others, levelsOf(place.network), entry)
      if (known.size + others.size <= most) return
      removeNewest(others.size > 0 && others.size >= known.size ? others : known).giveWay()
    })
  }

  function next(): Waiting | undefined {
    turn = (turn + 1) % (TURNS_OF_THE_KNOWN + 1)
    const [first, second] = turn === 0 ? [others, known] : [known, others]
    return take(first) ?? take(second)
  }

  return async function run<T>(place: Place, work: () => Promise<T>): Promise<T> {
    // What is done hands its place to the next, so `active` does not change.
    if (active >= running) await wait(place)
    else active++
    try {
      return await work()
    } finally {
      const entry = next()
      if (entry) entry.start()
      else active--
    }
  }
}

const newBranch = (): Branch => ({ size: 0, branches: new Map(), waiting: [] })

function add(branch: Branch, [level, ...below]: readonly string[], entry: Waiting): void {
  branch.size++
  if (level === undefined) {
    branch.waiting.push(entry)
    return
  }
  const known = branch.branches.get(level) ?? newBranch()
  branch.branches.set(level, known)
  add(known, below, entry)
}

/** The oldest of whoever's turn it is; they go to the end of the round. */
function take(branch: Branch): Waiting | undefined {
  if (branch.size === 0) return undefined
  branch.size--
  const [round] = branch.branches
  if (!round) return branch.waiting.shift()
  const [level, below] = round
  const taken = take(below)
  branch.branches.delete(level)
  if (below.size > 0) branch.branches.set(level, below)
  return taken
}

/** Of the network with the most waiting, at each level. */
function removeNewest(branch: Branch): Waiting {
  branch.size--
  const heaviest = [...branch.branches].reduce<[string, Branch] | null>(
    (most, each) => (most && most[1].size >= each[1].size ? most : each),
    null,
  )
  if (!heaviest) return branch.waiting.pop() as Waiting
  const [level, below] = heaviest
  const removed = removeNewest(below)
  if (below.size === 0) branch.branches.delete(level)
  return removed
}

/** From the largest to the smallest network that an address, as `clientAddress` gives it, is in. */
export function levelsOf(network: string): string[] {
  if (!isIPv6(network)) return [network]
  const [front = ''] = network.split('::')
  const groups = [...front.split(':'), '0', '0', '0', '0']
    .slice(0, 4)
    .map((group) => (group || '0').padStart(4, '0'))
  const bits = groups.join('')
  return [bits.slice(0, 12), bits.slice(0, 14), bits]
}
