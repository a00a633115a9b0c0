/** Checks what a subscription asks of a table, and brings the values of its filter into the form of the log's. */
import type { Sql } from '../../platform/db/sql.ts'
import type { Table } from './authorize.ts'
import type { Binding } from './channel.ts'
import type { Claims } from './claims.ts'
import { textOf } from './filter.ts'
import { toJson } from './json-values.ts'
import type { Condition } from './parse-filter.ts'

const PREFIX = 'Unable to subscribe to changes with given parameters.'

/** What a table that is not published, or of which nobody may read anything, is answered with. */
export function notEnabled(binding: Binding): string {
  return `${PREFIX} Please check Realtime is enabled for the given connect parameters: ${describe(binding)}`
}

/** Null when the binding can be served; otherwise the original's words. */
export async function checkBinding(
  sql: Sql,
  table: Table,
  binding: Binding,
  role: Claims['role'],
): Promise<string | null> {
  const refuse = (exception: string) =>
    `${PREFIX} An exception happened so please check your connect parameters: ${describe(binding)}. Exception: ERROR ${exception}`
  const readable = table.readable[role]
  for (const condition of binding.filter ?? []) {
    const { column } = condition
    if (!readable.has(column)) return refuse(`P0001 (raise_exception) invalid column for filter ${column}`)
    const fault = await adoptValues(sql, condition, table.types.get(column))
    if (fault) return refuse(fault)
  }
  return null
}

type Type = { name: string; sql: string }

/** Null, with the values as the column's type writes them; otherwise what the database says of them. */
async function adoptValues(sql: Sql, condition: Condition, type: Type | undefined): Promise<string | null> {
  if (!type) return null
  try {
    // The name of the type comes from the catalogue, which has quoted it.
    const rows = await sql<{ value: string }[]>`
      select format('%s', value) as value from unnest(${condition.values}::text[]) given,
        lateral (select given::${sql.unsafe(type.sql)}) cast_to (value)`
    condition.values = rows.map(({ value }) => textOf(toJson(value, type.name)))
    return null
  } catch (fault) {
    const { code = '', message = '' } = fault as { code?: string; message?: string }
    // Class 22: not a value of that type.
    if (!code.startsWith('22')) throw fault
    return code === '22P02'
      ? `22P02 (invalid_text_representation) ${message}`
      : `${code} (data_exception) ${message}`
  }
}

function describe({ event, schema, table, filter }: Binding): string {
  const conditions = (filter ?? []).map(({ column, operator, values }) => {
    const value = operator === 'in' ? `{${values.join(',')}}` : (values[0] ?? '')
    return `{${[column, operator, value].map((part) => JSON.stringify(part)).join(', ')}, false}`
  })
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${conditions.join(', ')}], select: nil]`
}
