/** The statement's filter, as it is kept in the address. */
import { isDay, MOVEMENT_GROUPS, type MovementGroup } from '#domain/statement.ts'

/** Days are `yyyy-MM-dd`, in São Paulo; an empty string is no limit. */
export type StatementFilter = { kind: MovementGroup | ''; from: string; to: string }

export const GROUPS = Object.keys(MOVEMENT_GROUPS) as MovementGroup[]

/** Invalid values are ignored: an address is easily mistyped. */
export function readFilter(query: URLSearchParams): StatementFilter {
  const kind = GROUPS.find((group) => group === query.get('kind')) ?? ''
  const day = (name: string) => {
    const text = query.get(name) ?? ''
    return isDay(text) ? text : ''
  }
  return { kind, from: day('from'), to: day('to') }
}

/** Only the parts that are set. */
export function toQuery(filter: StatementFilter): Partial<StatementFilter> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}

export function isNarrowed(filter: StatementFilter): boolean {
  return Object.keys(toQuery(filter)).length > 0
}

export function isBackwards({ from, to }: StatementFilter): boolean {
  return from !== '' && to !== '' && from > to
}
