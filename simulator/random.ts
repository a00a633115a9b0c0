/** Reproducible randomness: the same seed gives the same numbers on every machine. */
export type Random = {
  /** A whole number from 0 to `count - 1`. */
  below: (count: number) => number
  chance: (probability: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
}

/** Mulberry32: 32 bits of state, more than enough to explore a market. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    chance: (probability) => next() < probability,
    pick(items) {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as (typeof items)[number]
    },
  }
}

/** A seed for a run that was given none; it is printed, so that the run can be repeated. */
export function anySeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number
}
