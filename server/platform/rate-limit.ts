/** Rate limits: declared beside what they guard, counted here. */
import { createHash } from 'node:crypto'
import type postgres from 'postgres'

export type Limit = {
  most: number
  seconds: number
  /**
   * Where uses are counted: in the database, which all processes share and which costs a round trip, or in each
   * process's memory, where the guarded work costs less than counting would.
   */
  counted: 'in database' | 'in memory'
}

export const perMinute = (most: number, counted: Limit['counted']): Limit => ({ most, seconds: 60, counted })
export const perHour = (most: number, counted: Limit['counted']): Limit => ({ most, seconds: 3600, counted })

/**
 * Counts one more use by `who`: the seconds until they may try again if that was one too many, else 0. In the
 * database, a request repeated under its idempotency `key` is one use, once it was let through.
 */
export type CountUse = (who: string, key?: string | null) => number | Promise<number>

type Query = postgres.ISql<Record<string, never>>

/** The counter of one limit; `name` distinguishes its counts from others' in the database. */
export function createLimit(sql: Query, name: string, limit: Limit): CountUse {
  if (limit.counted === 'in memory') return countInMemory(limit)
  return async (who, key = null) => {
    const [subject, now] = [`${name}:${who}`, new Date()]
    if (key === null) return countUse(sql, subject, limit, now)
    const [row] = await sql<[{ wait: number }]>`
      select auth.count_request(
        ${digest(`${subject}:${key}`)}, ${digest(subject)}, ${limit.most}, ${limit.seconds}, ${now}
      ) as wait`
    return row.wait
  }
}

/** Windows are equally long and begin with the first use, so that the map's order is the order in which they end. */
function countInMemory({ most, seconds }: Limit): CountUse {
  const windows = new Map<string, { used: number; resetsAt: number }>()
  return (who) => {
    const now = Date.now() / 1000
    for (const [name, { resetsAt }] of windows) {
      if (resetsAt > now) break
      windows.delete(name)
    }
    const window = windows.get(who) ?? { used: 0, resetsAt: now + seconds }
    if (window.used === 0) windows.set(who, window)
    window.used++
    return window.used <= most ? 0 : Math.max(1, Math.ceil(window.resetsAt - now))
  }
}

/**
 * Counts one more use under `key` in the database; its window begins with the first. Outside the transaction of the
 * guarded work, unless its failure is to take the count back.
 */
export async function countUse(
  sql: Query,
  key: string,
  { most, seconds }: Omit<Limit, 'counted'>,
  now: Date,
): Promise<number> {
  const resetsAt = new Date(now.getTime() + seconds * 1000)
  const [row] = await sql<[{ used: number; resets_at: Date }]>`
    insert into auth.rate_limits as held (key, used, resets_at)
    values (${digest(key)}, 1, ${resetsAt})
    on conflict (key) do update
    set used = case when held.resets_at <= ${now} then 1 else held.used + 1 end,
      resets_at = case when held.resets_at <= ${now} then excluded.resets_at else held.resets_at end
    returning used, resets_at`
  if (row.used <= most) return 0
  return Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000))
}

/** Deletes the count under `key` in the database. */
export async function forgetUses(sql: Query, key: string): Promise<void> {
  await sql`delete from auth.rate_limits where key = ${digest(key)}`
}

/** Stored in place of the key, which may name a person and be arbitrarily long. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
