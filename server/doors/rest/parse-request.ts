/**
 * The parts of a request: its body, its preferences, and its query string, sorted by the relation each parameter
 * applies to.
 */
import type { Context } from 'hono'
import { isStorable } from '../../platform/db/storable.ts'
import { RestError } from './errors.ts'
import { type FilterNode, parseFilter, parseLogic } from './parse-filter.ts'
import { parseSelect, type SelectItem } from './parse-select.ts'
import { Scanner } from './scanner.ts'

export type OrderTerm = { column: string; descending: boolean; nulls: 'first' | 'last' | null }
/** What is asked of one relation: the table itself (path ''), or an embedded one ('rel', 'rel.sub'). */
export type RelationQuery = {
  filters: FilterNode[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}
export type Query = {
  select: SelectItem[]
  relations: Map<string, RelationQuery>
  columns: string[] | null
  onConflict: string[] | null
}

export function queryOf(c: Context): Query {
  return parseQuery(new URL(c.req.url).searchParams)
}

/** The body. Throws PGRST102 when it ends early, is not JSON, or is JSON that Postgres cannot store. */
export async function readJson(c: Context): Promise<unknown> {
  let body: unknown
  try {
    body = JSON.parse(await c.req.text())
  } catch {
    throw new RestError('PGRST102', 'Empty or invalid json')
  }
  if (!isStorable(body)) throw new RestError('PGRST102', 'The json holds what cannot be stored')
  return body
}

const LOGIC = /^(?:(?!not\.)(.+?)\.)?(not\.)?(and|or)$/
const SUFFIXED = /^(?:(.+)\.)?(order|limit|offset)$/

export function parseQuery(parameters: Iterable<[string, string]>): Query {
  const query: Query = {
    select: [{ kind: 'all' }],
    relations: new Map([['', emptyRelation()]]),
    columns: null,
    onConflict: null,
  }
  const relation = (path: string): RelationQuery => {
    const known = query.relations.get(path) ?? emptyRelation()
    query.relations.set(path, known)
    return known
  }
  for (const [name, value] of parameters) {
    const suffixed = SUFFIXED.exec(name)
    const logic = LOGIC.exec(name)
    if (name === 'apikey') continue
    else if (name === 'select') query.select = parseSelect(value)
    else if (name === 'columns') query.columns = parseNames(value, name)
    else if (name === 'on_conflict') query.onConflict = parseNames(value, name)
    else if (suffixed) {
      const target = relation(suffixed[1] ?? '')
      if (suffixed[2] === 'order') target.order = parseOrder(value)
      else if (suffixed[2] === 'limit') target.limit = parseCount(value)
      else target.offset = parseCount(value)
    } else if (logic) {
      const kind = logic[3] as 'and' | 'or'
      relation(logic[1] ?? '').filters.push(parseLogic(kind, Boolean(logic[2]), value))
    } else {
      const dot = name.startsWith('"') ? -1 : name.lastIndexOf('.')
      const path = dot < 0 ? '' : name.slice(0, dot)
      relation(path).filters.push(parseFilter(name.slice(dot + 1), value))
    }
  }
  return query
}

function emptyRelation(): RelationQuery {
  return { filters: [], order: [], limit: null, offset: 0 }
}

function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what)
  const names: string[] = []
  do names.push(scanner.name())
  while (scanner.take(','))
  scanner.end()
  return names
}

export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    const term: OrderTerm = { column: scanner.name(), descending: false, nulls: null }
    if (scanner.take('.desc')) term.descending = true
    else scanner.take('.asc')
    if (scanner.take('.nullsfirst')) term.nulls = 'first'
    else if (scanner.take('.nullslast')) term.nulls = 'last'
    terms.push(term)
  } while (scanner.take(','))
  scanner.end()
  return terms
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new RestError('PGRST100', `"failed to parse limit or offset (${text})" (line 1, column 1)`)
  }
  return Number(text)
}

export type Preferences = {
  representation: (typeof REPRESENTATIONS)[number]
  count: boolean
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  applied: string[]
}

const REPRESENTATIONS = ['representation', 'headers-only', 'minimal'] as const

/** `Prefer`: several in one header, separated by commas; unknown ones are ignored. */
export function parsePrefer(header: string | undefined): Preferences {
  const wishes = new Set((header ?? '').split(',').map((wish) => wish.trim()))
  const applied: string[] = []
  const has = (wish: string) => {
    if (!wishes.has(wish)) return false
    applied.push(wish)
    return true
  }
  return {
    representation: REPRESENTATIONS.find((kind) => has(`return=${kind}`)) ?? 'minimal',
    count: has('count=exact') || has('count=planned') || has('count=estimated'),
    resolution: has('resolution=merge-duplicates')
      ? 'merge-duplicates'
      : has('resolution=ignore-duplicates')
        ? 'ignore-duplicates'
        : null,
    applied,
  }
}

/** `Range: 0-14` (unit items): another way to say offset and limit. */
export function parseRange(header: string | undefined): { offset: number; limit: number | null } | null {
  const match = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(header ?? '')
  if (!match) return null
  const offset = Number(match[1])
  const last = match[2] ? Number(match[2]) : null
  if (last !== null && last < offset) {
    throw new RestError(
      'PGRST103',
      'Requested range not satisfiable',
      'The lower boundary must be lower than the upper',
    )
  }
  return { offset, limit: last === null ? null : last - offset + 1 }
}
