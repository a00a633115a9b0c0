/** What is refused between us and outside services, counted by the hour: an attack writes no more than a mistake does. */
import * as v from 'valibot'
import { FAULTS_OF_AN_HOUR, type OutsideFault } from '#domain/trouble.ts'
import { parseRows } from './db/rows.ts'
import type { Sql, Tx } from './db/sql.ts'

type Counted = { hour: number; times: number }

/** What this process has counted of the hour, by database: beyond what is told of, nothing is asked of it any more. */
const counted = new WeakMap<Sql, Map<OutsideFault, Counted>>()

const HOUR_MS = 3_600_000

export async function countOutsideFault(sql: Sql, name: OutsideFault): Promise<void> {
  const { least } = FAULTS_OF_AN_HOUR[name]
  const known = counted.get(sql) ?? new Map<OutsideFault, Counted>()
  counted.set(sql, known)
  const hour = Math.floor(Date.now() / HOUR_MS)
  const before = known.get(name)
  const times = (before?.hour === hour ? before.times : 0) + 1
  if (times > least) return
  known.set(name, { hour, times })
  await sql`
    insert into private.outside_faults (name) values (${name})
    on conflict (name, hour) do update set times = outside_faults.times + 1
    where outside_faults.times < ${least}`
}

/** What is told of: of the last day. Forgets what is older. */
export async function readOutsideFaults(tx: Tx) {
  await tx`delete from private.outside_faults where hour < now() - interval '1 day'`
  const rows = parseRows(
    v.object({ name: v.string(), times: v.number() }),
    await tx`select name, max(times) as times from private.outside_faults group by name`,
  )
  const most = new Map(rows.map(({ name, times }) => [name, times]))
  return Object.entries(FAULTS_OF_AN_HOUR)
    .filter(([name, { least }]) => (most.get(name) ?? 0) >= least)
    .map(([name, { kind }]) => ({ kind, name, detail: '', off_by: 0 }))
}
