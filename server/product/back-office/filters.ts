/** What a list may be narrowed to besides its search. Each list takes those that mean something for its rows. */
import * as v from 'valibot'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { parameter, uuid } from '../api/call.ts'

export type Filters = {
  status?: string | null
  method?: string | null
  flow?: string | null
  /** Calendar days in São Paulo, both included: YYYY-MM-DD. */
  from?: string | null
  to?: string | null
  /** Centavos, both included. */
  least?: number | null
  most?: number | null
  /** Uids. */
  project?: string | null
  person?: string | null
}
export type FilterEntries = { [Each in keyof Filters]?: v.GenericSchema }

const MOST_CENTAVOS = 100_000_000_000

const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((text) => {
    const read = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)
  }, 'a day that exists'),
)
const centavos = v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number), v.maxValue(MOST_CENTAVOS))
const maybe = <const Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null)
const described = (text: string, meaning: object = { type: 'string' }) => ({ ...meaning, description: text })

export const days = {
  from: parameter(maybe(day), described('The first day, in São Paulo.', { type: 'string', format: 'date' })),
  to: parameter(maybe(day), described('The last day, in São Paulo.', { type: 'string', format: 'date' })),
}
export const amounts = {
  least: parameter(maybe(centavos), described('The smallest amount, in centavos.', { type: 'integer' })),
  most: parameter(maybe(centavos), described('The largest amount, in centavos.', { type: 'integer' })),
}
export const ofPerson = {
  person: parameter(maybe(uuid), described('Whose rows.', { type: 'string', format: 'uuid' })),
}
export const ofProject = {
  project: parameter(maybe(uuid), described('The project’s rows.', { type: 'string', format: 'uuid' })),
}
export const oneOf = <const Options extends readonly [string, ...string[]]>(text: string, options: Options) =>
  parameter(maybe(v.picklist(options)), described(text, { type: 'string', enum: [...options] }))

/** Whether a span ends before it begins. */
export function isNonsense({ from, to, least, most }: Filters): boolean {
  return (from != null && to != null && from > to) || (least != null && most != null && least > most)
}

type Columns = {
  status?: Fragment
  method?: Fragment
  at?: Fragment
  amount?: Fragment
  person?: Fragment
}

/** The condition that a row is within the filters, for a list whose filters are plain columns. */
export function within(
  sql: Sql,
  filters: Filters,
  { status, method, at, amount, person }: Columns,
): Fragment {
  const { from, to, least, most } = filters
  return sql`
    ${status && filters.status != null ? sql`${status} = ${filters.status}` : sql`true`}
    and ${method && filters.method != null ? sql`${method} = ${filters.method}` : sql`true`}
    and ${at && from != null ? sql`${at} >= ${startOf(sql, from)}` : sql`true`}
    and ${at && to != null ? sql`${at} < ${startOf(sql, to, 1)}` : sql`true`}
    and ${amount && least != null ? sql`${amount} >= ${least}` : sql`true`}
    and ${amount && most != null ? sql`${amount} <= ${most}` : sql`true`}
    and ${person && filters.person != null ? sql`${person} = ${filters.person}` : sql`true`}`
}

/** The instant at which a day begins, or the day so many days later. */
function startOf(sql: Sql, day: string, later = 0): Fragment {
  return sql`((${day}::date + ${later}::int)::timestamp at time zone 'America/Sao_Paulo')`
}
