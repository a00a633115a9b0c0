/**
 * How an author's part of a project is shared among several people, in basis points. Amounts are integer centavos. The SQL
 * functions of `server/product/splits/sql/splits.sql` follow it.
 */
import type { Transitions } from './transitions.ts'

export const SPLIT_STATUSES = ['proposed', 'in_force', 'replaced', 'declined', 'withdrawn'] as const
export type SplitStatus = (typeof SPLIT_STATUSES)[number]

export const SPLIT_TRANSITIONS: Transitions<SplitStatus> = {
  proposed: ['in_force', 'declined', 'withdrawn'],
  in_force: ['replaced'],
  replaced: [],
  declined: [],
  withdrawn: [],
}

/** A hundredth of a per cent is one; the whole of the author's part. */
export const WHOLE = 10_000
/** More people than most bands have. */
export const SHARERS_MAX = 20

/** Whether shares in basis points make up the whole, and none is empty. */
export function addUp(shares: readonly number[]): boolean {
  return (
    shares.length > 0 &&
    shares.length <= SHARERS_MAX &&
    shares.every((share) => Number.isInteger(share) && share > 0) &&
    shares.reduce((sum, share) => sum + share, 0) === WHOLE
  )
}

/** Whom a change of the shares concerns, and who has to agree: everybody who has a share, and everybody who would get one. */
export function concernedBy<Share extends { artist: unknown }>(
  now: readonly Share[],
  proposed: readonly Share[],
): Share[] {
  const known = new Set(now.map(({ artist }) => artist))
  return [...now, ...proposed.filter(({ artist }) => !known.has(artist))]
}

/**
 * The parts of `amount` by `weights`, which may be of any size. What is left after rounding down goes, a centavo each, to the largest
 * rests, and of equal ones to whoever comes first: the parts add up to the amount. Without any weight nobody gets anything.
 */
export function partsOf(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map(() => 0)
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const parts = products.map((product) => Number(product / total))
  const left = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRest = products.map((product, place) => ({ rest: product % total, place }))
  byRest.sort((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))
  const favoured = new Set(byRest.slice(0, left).map(({ place }) => place))
  return parts.map((part, place) => part + (favoured.has(place) ? 1 : 0))
}

/** Whether something is written that is neither a share nor none: an empty text and 0 are none. */
export function isUnread(text: string): boolean {
  return !['', '0'].includes(text.trim()) && parseShare(text) === null
}

/** A share as people write it, in per cent with up to two decimals: `33,33` or `33.33`. Null for what is no share. */
export function parseShare(text: string): number | null {
  const found = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim())
  if (!found) return null
  const points = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return points >= 1 && points <= WHOLE ? points : null
}
