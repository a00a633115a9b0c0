/**
 * The state of one market as thousands of watchers know it. All receive the same bytes, so each message is parsed
 * once; for each watcher it is checked, byte by byte, that the message is the same one and follows the last.
 */
import { isDeepStrictEqual } from 'node:util'
import { applyFrame } from '#domain/market-frame.ts'
import type { MarketFrame } from '#server/product/market/contract.ts'

type State = MarketFrame | null
/** A message, and the resulting state for each state it was applied to. */
type Message = { bytes: Buffer; frame: MarketFrame; next: Map<State, State> }
/** Records that a watcher showed `bids` bids from `at` (ms) on. */
export type Seen = { bids: number; at: number }

export type Follower = {
  take: (watcher: number, bytes: Buffer, at: number) => void
  /** Those that differ in what they hold: who came later has reached the same state in another way. */
  states: () => State[]
  seen: () => Seen[][]
}

/** Watchers are never further apart than this many messages. */
const REMEMBERED = 100

export function createFollower(): Follower {
  const messages: Message[] = []
  const states: State[] = []
  const seen: Seen[][] = []

  function find(bytes: Buffer): Message | null {
    const known = messages.find((message) => message.bytes.equals(bytes))
    if (known) return known
    const [, , , event, body] = JSON.parse(bytes.toString())
    if (event !== 'broadcast') return null
    const message = { bytes: Buffer.from(bytes), frame: body.payload as MarketFrame, next: new Map() }
    messages.unshift(message)
    if (messages.length > REMEMBERED) messages.pop()
    return message
  }

  return {
    take(watcher, bytes, at) {
      const message = find(bytes)
      if (!message) return
      const before = states[watcher] ?? null
      if (!message.next.has(before)) message.next.set(before, applyFrame(before, message.frame))
      const after = message.next.get(before) ?? null
      states[watcher] = after
      seen[watcher] ??= []
      if (after) seen[watcher].push({ bids: after.auction.bids, at })
    },
    states: () => distinct(new Set(states)),
    seen: () => seen,
  }
}

function distinct(states: Iterable<State>): State[] {
  const found: State[] = []
  for (const state of states) if (!found.some((one) => isDeepStrictEqual(one, state))) found.push(state)
  return found
}

/** Tenths of a millisecond, up to ten seconds. */
const STEPS_PER_MS = 10
const STEPS = 100_000

/** Percentiles, in ms, of how long each watcher did not show an answered bid. Every answer must be seen by all. */
export function stalenessOf(
  seen: readonly (readonly Seen[])[],
  answers: readonly { bids: number; at: number }[],
): { p50: number; p99: number; max: number } {
  const ordered = answers.toSorted((a, b) => a.bids - b.bids)
  const histogram = new Uint32Array(STEPS + 1)
  let max = 0
  for (const sights of seen) {
    let place = 0
    for (const { bids, at } of ordered) {
      while (place < sights.length && (sights[place] as Seen).bids < bids) place++
      const sight = sights[place]
      if (!sight) throw new Error(`a watcher never showed ${bids} bids`)
      const ms = Math.max(0, sight.at - at)
      max = Math.max(max, ms)
      const step = Math.min(STEPS, Math.floor(ms * STEPS_PER_MS))
      histogram[step] = (histogram[step] ?? 0) + 1
    }
  }
  const share = (part: number) => {
    let left = part * seen.length * ordered.length
    const step = histogram.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return (step + 1) / STEPS_PER_MS
  }
  return { p50: share(0.5), p99: share(0.99), max }
}
