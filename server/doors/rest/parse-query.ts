/** The query string, sorted by the relation each parameter applies to. */
import { allow, Tally } from './budget.ts'
import { RestError } from './errors.ts'
import { type FilterNode, parseFilter, parseLogic } from './parse-filter.ts'
import { type OrderTerm, parseOrder } from './parse-order.ts'
import { parseSelect, type SelectItem } from './parse-select.ts'
import { Scanner } from './scanner.ts'

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

const RESERVED = /^(?:(.+)\.)?(order|limit|offset)$/
const LOGIC = /^(?:(?!not\.)(.+?)\.)?(not\.)?(and|or)$/

/** Throws PGRST100 for what cannot be read and PGRST103 for a negative limit. */
export function parseQuery(parameters: Iterable<[string, string]>): Query {
  const tally = new Tally()
  const query = emptyQuery()
  let selected: string | undefined
  for (const [name, value] of parameters) {
    tally.add('query', name.length + value.length)
    const reserved = RESERVED.exec(name)
    const logic = LOGIC.exec(name)
    if (name === 'apikey') continue
    else if (name === 'select') selected ??= value
    else if (name === 'columns') query.columns ??= parseNames(value, 'columns parameter')
    else if (name === 'on_conflict') query.onConflict ??= parseNames(value, 'on_conflict parameter')
    else if (reserved) addReserved(relation(query, reserved[1] ?? ''), reserved[2] as Reserved, value, tally)
    else if (logic) {
      const tree = parseLogic(logic[3] as 'and' | 'or', Boolean(logic[2]), value, tally)
      relation(query, logic[1] ?? '').filters.push(tree)
    } else addFilter(query, name, value, tally)
  }
  query.select = parseSelect(selected, tally)
  return query
}

type Reserved = 'order' | 'limit' | 'offset'

function emptyQuery(): Query {
  return {
    select: [{ kind: 'all' }],
    relations: new Map([['', emptyRelation()]]),
    columns: null,
    onConflict: null,
  }
}

export function emptyRelation(): RelationQuery {
  return { filters: [], order: [], limit: null, offset: 0 }
}

/** What is asked of the table itself. */
export function rootOf(query: Query): RelationQuery {
  return relation(query, '')
}

function relation(query: Query, path: string): RelationQuery {
  const known = query.relations.get(path) ?? emptyRelation()
  query.relations.set(path, known)
  return known
}

function addReserved(target: RelationQuery, what: Reserved, value: string, tally: Tally): void {
  if (what === 'order') target.order = value === '' ? [] : parseOrder(value, tally)
  // PostgREST takes an offset before the first row for none.
  else if (what === 'offset' && /^-\d+$/.test(value)) target.offset = 0
  else target[what] = parseCount(value)
}

function addFilter(query: Query, name: string, value: string, tally: Tally): void {
  const scanner = new Scanner(name, 'tree path', tally)
  const path: string[] = []
  let column = scanner.name()
  while (scanner.take('.')) {
    path.push(column)
    column = scanner.name()
  }
  // What follows the name is a path into JSON, which is read with it.
  const quoted = `"${column.replace(/[\\"]/g, '\\$&')}"`
  relation(query, path.join('.')).filters.push(parseFilter(quoted + scanner.rest(), value, tally))
}

function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what)
  const names: string[] = []
  do names.push(scanner.name())
  while (scanner.takeSpaced(','))
  scanner.end()
  allow('columns', names.length)
  return [...new Set(names)]
}

function parseCount(text: string): number {
  if (/^-\d+$/.test(text)) {
    throw new RestError(
      'PGRST103',
      'Requested range not satisfiable',
      'Limit should be greater than or equal to zero.',
    )
  }
  if (!/^\d{1,9}$/.test(text)) {
    throw new RestError('PGRST100', `"failed to parse limit or offset (${text})" (line 1, column 1)`)
  }
  return Number(text)
}

/** The query string in one form for all orders of its parameters. */
export function canonicalQuery(parameters: Iterable<[string, string]>): string {
  const sorted = [...parameters]
    .filter(([name]) => name !== 'apikey')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
}

/** `Range: 0-14` (unit items): another way to say offset and limit. What both say is what counts. */
export function restrictToRange(asked: RelationQuery, header: string | undefined): void {
  const match = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(header ?? '')
  if (!match) return
  const first = Number(match[1])
  const last = match[2] ? Number(match[2]) : Number.POSITIVE_INFINITY
  if (last < first) {
    throw new RestError(
      'PGRST103',
      'Requested range not satisfiable',
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const end = Math.min(last + 1, asked.offset + (asked.limit ?? Number.POSITIVE_INFINITY))
  asked.offset = Math.max(asked.offset, first)
  asked.limit = end === Number.POSITIVE_INFINITY ? null : Math.max(0, end - asked.offset)
}
