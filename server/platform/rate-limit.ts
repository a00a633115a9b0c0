/** Rate limits: declared beside what they guard, counted here. */
import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { siteOf } from './http/client-address.ts'

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

/** How many times as many uses all networks of one IPv6 site (its /48) have as each of them. */
export const SITE_FACTOR = 10

/**
 * The counter of one limit; `name` distinguishes its counts from others' in the database. Whoever is counted as an IPv6 network
 * counts for its site, too.
 */
export function createLimit(sql: Query, name: string, limit: Limit): CountUse {
  const ofOne = createCount(sql, name, limit)
  const ofSite = createCount(sql, `${name} of a site`, { ...limit, most: limit.most * SITE_FACTOR })
  return (who, key) => {
    const site = siteOf(who)
    return site === null ? ofOne(who, key) : both(ofOne(who, key), ofSite(site, key))
  }
}

async function both(...waits: (number | Promise<number>)[]): Promise<number> {
  return Math.max(...(await Promise.all(waits)))
}

function createCount(sql: Query, name: string, limit: Limit): CountUse {
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
  const { used, resetsAt } = await addUse(sql, key, seconds, now)
  return used <= most ? 0 : secondsUntil(resetsAt, now)
}

/** The count under `key` with one more use, and when its window ends; for limits that depend on more than one count. */
export async function addUse(
  sql: Query,
  key: string,
  seconds: number,
  now: Date,
): Promise<{ used: number; resetsAt: Date }> {
  const resetsAt = new Date(now.getTime() + seconds * 1000)
  const [row] = await sql<[{ used: number; resetsAt: Date }]>`
    insert into auth.rate_limits as held (key, used, resets_at)
    values (${digest(key)}, 1, ${resetsAt})
    on conflict (key) do update
    set used = case when held.resets_at <= ${now} then 1 else held.used + 1 end,
      resets_at = case when held.resets_at <= ${now} then excluded.resets_at else held.resets_at end
    returning used, resets_at as "resetsAt"`
  return row
}

/** At least one. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000))
}

/**
 * Takes one of `most` uses under `key` in the database, of which one comes back each `seconds / most`: never more than `most` at
 * once, and never none for long. A use that is refused takes nothing. Outside the transaction of the guarded work, as above.
 */
export async function takeUse(
  sql: Query,
  key: string,
  { most, seconds }: Omit<Limit, 'counted'>,
  now: Date,
): Promise<number> {
  const each = (seconds * 1000) / most
  // `resets_at` is when all would be there again.
  const one = new Date(now.getTime() + each)
  const latest = new Date(now.getTime() + seconds * 1000 - each)
  const [taken] = await sql`
    insert into auth.rate_limits as held (key, used, resets_at) values (${digest(key)}, 1, ${one})
    on conflict (key) do update
    set used = 1, resets_at = greatest(held.resets_at, ${now}) + make_interval(secs => ${each / 1000})
    where held.resets_at <= ${latest}
    returning 1`
  if (taken) return 0
  const [held] = await sql<[{ resets_at: Date }?]>`
    select resets_at from auth.rate_limits where key = ${digest(key)}`
  return secondsUntil(held?.resets_at ?? latest, latest)
}

/** Deletes the count under `key` in the database. */
export async function forgetUses(sql: Query, key: string): Promise<void> {
  await sql`delete from auth.rate_limits where key = ${digest(key)}`
}

/** The row of auth.rate_limits that `key` is counted in, for whoever only looks. */
export const keyOfCount = (key: string): string => digest(key)

/** Stored in place of the key, which may name a person and be arbitrarily long. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
