/** Faults of every kind that bad input is meant to find, put into the application to see that it does find them. */
import { Hono } from 'hono'
import type { Sql } from '#server/platform/db/sql.ts'

/** `once` writes at its first call only. */
type Planted = 'fault' | 'row' | 'stall' | 'leak' | 'write' | 'once'

const STALL_MS = 120
const LEAK_BYTES = 8 * 1024 * 1024

export const plantedPath = (name: Planted): string => `/auth/v1/planted/${name}`

/** An application that answers as `app`, but for the faults. */
export function withFaults(app: Hono, sql: Sql): Hono {
  const kept: Uint8Array[] = []
  const whole = new Hono()
  whole.post(plantedPath('fault'), (c) => c.json({ code: 'unexpected' }, 500))
  whole.post(plantedPath('row'), async (c) =>
    c.json(await sql`select subject, message from support_requests`),
  )
  whole.post(plantedPath('stall'), (c) => {
    const spent = () => process.threadCpuUsage().user / 1000
    const end = spent() + STALL_MS
    while (spent() < end);
    return c.json({})
  })
  whole.post(plantedPath('leak'), (c) => {
    kept.push(new Uint8Array(LEAK_BYTES))
    return c.json({})
  })
  whole.post(plantedPath('write'), async (c) => {
    await sql`update projects set description = description || '.'`
    return c.json({ code: 'refused' }, 403)
  })
  whole.post(plantedPath('once'), async (c) => {
    await sql`update projects set description = 'Once' where description <> 'Once'`
    return c.json({ code: 'refused' }, 403)
  })
  whole.route('/', app)
  return whole
}
