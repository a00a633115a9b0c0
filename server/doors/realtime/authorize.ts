/** Asks the database, under the subscriber's own role and claims, whether they may see a changed row. */
import type { Sql } from '../../platform/db/sql.ts'
import type { Change } from './change.ts'
import type { Claims } from './claims.ts'

export type Table = {
  keys: string[]
  /** Each column's type: its bare name, and as SQL writes it. */
  types: Map<string, { name: string; sql: string }>
  /** Columns each role may read. */
  readable: Record<Claims['role'], Set<string>>
}

/** The columns of a published table; null when it is not published. */
export async function describeTable(sql: Sql, schema: string, table: string): Promise<Table | null> {
  const rows = await sql<
    {
      name: string
      type: { name: string; sql: string }
      isKey: boolean
      anon: boolean
      authenticated: boolean
      service_role: boolean
    }[]
  >`
    select attname as name,
      json_build_object('name', t.typname, 'sql', format_type(t.oid, atttypmod)) as type,
      coalesce(attnum = any (indkey), false) as "isKey",
      has_column_privilege('anon', c.oid, attnum, 'select') as anon,
      has_column_privilege('authenticated', c.oid, attnum, 'select') as authenticated,
      true as service_role
    from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    join pg_type t on t.oid = atttypid
    left join pg_index i on i.indrelid = c.oid and indisprimary
    where p.pubname = 'supabase_realtime' and p.schemaname = ${schema} and p.tablename = ${table}`
  if (rows.length === 0) return null
  const readableBy = (role: Claims['role']) => new Set(rows.filter((row) => row[role]).map((row) => row.name))
  return {
    keys: rows.filter((row) => row.isKey).map((row) => row.name),
    types: new Map(rows.map(({ name, type }) => [name, type])),
    readable: {
      anon: readableBy('anon'),
      authenticated: readableBy('authenticated'),
      service_role: readableBy('service_role'),
    },
  }
}

/** True when the row policies let `claims` see the row as it is now. Takes the caller's role, so `sql` has none. */
export async function maySee(sql: Sql, claims: Claims, change: Change, table: Table): Promise<boolean> {
  if (claims.role === 'service_role') return true
  if (table.keys.some((key) => !table.readable[claims.role].has(key))) return false
  const [, rows] = await sql.begin('read only', (tx) => [
    tx`select
      set_config('role', ${claims.role}, true),
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`,
    tx`select 1
      from ${tx(`${change.schema}.${change.table}`)}
      where ${table.keys
        .map((key) => tx`${tx(key)} = ${change.record[key] as string | number}`)
        .reduce((all, one) => tx`${all} and ${one}`)}`,
  ])
  return rows.length > 0
}
