/** Settings kept in the database, as PostgREST reads them: `alter role authenticator set pgrst.db_max_rows = '100'`. */
import type { Sql } from '../../platform/db/sql.ts'
import { type RestSettings, TX_ENDS } from './options.ts'

/** Of the connection's own role; those for this database alone come before those for all. */
export async function databaseSettings(sql: Sql): Promise<Partial<RestSettings>> {
  const rows = await sql<{ name: string; value: string }[]>`
    select distinct on (name) name, value
    from pg_catalog.pg_db_role_setting s
    cross join unnest(s.setconfig) entry
    cross join lateral (
      select split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
    ) setting
    where s.setrole = current_user::regrole and name like 'pgrst.db\\_%'
      and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
    order by name, s.setdatabase desc`
  const found = new Map(rows.map(({ name, value }) => [name.slice('pgrst.db_'.length), value]))
  const settings: Partial<RestSettings> = {}
  const take = (name: string, set: (value: string) => void) => {
    const value = found.get(name)
    if (value !== undefined) set(value)
  }
  take('schemas', (value) => Object.assign(settings, listed(value).length > 0 && { schemas: listed(value) }))
  take('extra_search_path', (value) => Object.assign(settings, { extraSearchPath: listed(value) }))
  take('max_rows', (value) =>
    Object.assign(settings, { maxRows: /^\d+$/.test(value) ? Number(value) : null }),
  )
  take('aggregates_enabled', (value) => Object.assign(settings, { aggregates: isTrue(value) }))
  take('plan_enabled', (value) => Object.assign(settings, { plan: isTrue(value) }))
  take('pre_request', (value) => Object.assign(settings, { preRequest: value || null }))
  take('tx_end', (value) => Object.assign(settings, TX_ENDS.some((end) => end === value) && { txEnd: value }))
  return settings
}

function listed(value: string): string[] {
  return value.split(',').flatMap((name) => name.trim() || [])
}

function isTrue(value: string): boolean {
  return ['true', 'on', '1', 'yes', 't', 'y'].includes(value.toLowerCase())
}
