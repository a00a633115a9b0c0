import type { Context } from 'hono'
import * as v from 'valibot'
import { parseRows } from '#server/platform/db/rows.ts'
import { clientOf, isUuid } from '../addresses.ts'
import { audit } from '../audit.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { requireProof } from '../proofs.ts'

/** Nobody looks through more sessions than this; the newest come first. */
const MOST_SHOWN = 50

const sessionLineRow = v.object({
  id: v.string(),
  userAgent: v.nullable(v.string()),
  ip: v.nullable(v.string()),
  createdAt: v.date(),
  lastUsedAt: v.date(),
})

/** GET /sessions. Where the caller is signed in, most recently used first. GoTrue has no such call. */
export async function listSessions(c: Context, door: Door, { user, session }: AuthCaller): Promise<Response> {
  const lines = parseRows(
    sessionLineRow,
    await door.sql`
      select id, user_agent as "userAgent", host(ip) as ip, created_at as "createdAt",
        coalesce(refreshed_at, created_at) as "lastUsedAt"
      from auth.sessions
      where user_id = ${user.id} and (not_after is null or not_after > ${door.clock()})
      order by coalesce(refreshed_at, created_at) desc, id
      limit ${MOST_SHOWN}`,
  )
  return c.json({
    sessions: lines.map((line) => ({ ...line, ip: coarse(line.ip), current: line.id === session.id })),
  })
}

/** DELETE /sessions/{id}. Ends one of the caller's sessions together with its refresh token. */
export async function endSession(c: Context, door: Door, caller: AuthCaller): Promise<Response> {
  const { user } = caller
  const id = c.req.param('sessionId') ?? ''
  if (!isUuid(id)) throw new AuthError('sessionNotUuid')
  await requireProof(door, caller)
  await door.sql.begin(async (tx) => {
    const { count } = await tx`delete from auth.sessions where id = ${id} and user_id = ${user.id}`
    if (count === 0) throw new AuthError('sessionUnknown')
    await audit(tx, 'logout', user, clientOf(c, door), door.clock(), { session_id: id })
  })
  return c.json({})
}

/** Enough to tell one's own networks apart, too little to locate a household: the first half of the address. */
function coarse(ip: string | null): string | null {
  if (!ip) return null
  if (ip.includes('.')) return `${ip.split('.').slice(0, 2).join('.')}.*`
  return `${ip.split(':').slice(0, 2).join(':')}:*`
}
