/** Stripe's cursor lists (docs.stripe.com/api/pagination): newest first, `starting_after`, `ending_before`, `created`. */
import type { Call } from './call.ts'
import { invalidRequest, missing } from './errors.ts'
import { allowOnly, group, integer, text } from './params.ts'
import type { Kind } from './store.ts'

export const LIST_PARAMS = ['limit', 'starting_after', 'ending_before', 'created'] as const

const CREATED_OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** Answers a list of `kind`. `where` holds constant SQL conditions on `body`; `values` their values. */
export function list(
  call: Call,
  kind: Kind,
  url: string,
  where: string[] = [],
  values: (string | number)[] = [],
) {
  const limit = pageSize(call)
  const conditions = [...where]
  const bound = [...values]
  const created = call.params.created
  if (typeof created === 'string') {
    conditions.push('created = ?')
    bound.push(integer(call.params, 'created') ?? 0)
  } else if (created !== undefined) {
    const range = group(call.params, 'created')
    for (const [name, operator] of Object.entries(CREATED_OPERATORS)) {
      const value = integer(range, name)
      if (value === undefined) continue
      conditions.push(`created ${operator} ?`)
      bound.push(value)
    }
  }
  const after = text(call.params, 'starting_after')
  const before = text(call.params, 'ending_before')
  if (after !== null) {
    conditions.push('seq < ?')
    bound.push(seqOf(call, kind, after, 'starting_after'))
  }
  if (before !== null) {
    const newer = call.store.select(
      kind,
      [...conditions, 'seq > ?'],
      [...bound, seqOf(call, kind, before, 'ending_before')],
    )
    return { object: 'list', data: newer.slice(-limit), has_more: newer.length > limit, url }
  }
  const found = call.store.select(kind, conditions, bound, limit + 1)
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url }
}

/** Answers a list that may be narrowed by equality on the named top-level fields of the object. */
export function listBy(call: Call, kind: Kind, url: string, fields: readonly string[]) {
  allowOnly(call.params, [...LIST_PARAMS, ...fields])
  const given = fields.filter((name) => call.params[name] !== undefined)
  return list(
    call,
    kind,
    url,
    given.map((name) => `body ->> '${name}' = ?`),
    given.map((name) => text(call.params, name) ?? ''),
  )
}

/** The `limit` parameter: 1 to 100, 10 when absent. */
export function pageSize(call: Call): number {
  const limit = integer(call.params, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalidRequest('limit must be between 1 and 100', { param: 'limit' })
  return limit
}

function seqOf(call: Call, kind: Kind, id: string, param: string): number {
  const row = call.store.db.prepare('select seq from objects where id = ? and kind = ?').get(id, kind)
  if (row === undefined) throw missing(kind, id, param)
  return Number(row.seq)
}
