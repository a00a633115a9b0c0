import type { Context } from 'hono'
import * as v from 'valibot'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { BUDGET } from '../budget.ts'
import type { AuthCaller } from '../caller.ts'
import { findFactor } from '../factors.ts'
import type { Door } from '../options.ts'

/** How long a challenge waits for its code. */
export const CHALLENGE_SECONDS = 300

/** POST /factors/{id}/challenge. Opens an attempt, in place of the oldest beyond the bound; `expires_at` in Unix seconds. */
export async function challengeFactor(c: Context, door: Door, { user }: AuthCaller): Promise<Response> {
  const factor = await findFactor(door.sql, user.id, c.req.param('factorId') ?? '')
  const client = clientOf(c, door)
  const now = door.clock()
  const id = await door.sql.begin(async (tx) => {
    const challenge = parseSoleRow(
      v.object({ id: v.string() }),
      await tx`
        insert into auth.mfa_challenges (factor_id, ip_address, created_at)
        values (${factor.id}, ${client.ip ?? '0.0.0.0'}, ${now})
        returning id`,
    )
    await tx`
      delete from auth.mfa_challenges
      where id in (
        select id from auth.mfa_challenges where factor_id = ${factor.id}
        order by created_at desc, id
        offset ${BUDGET.challenges.limit}
      )`
    await tx`update auth.mfa_factors set last_challenged_at = ${now} where id = ${factor.id}`
    await audit(tx, 'challenge_created', user, client, now, { factor_id: factor.id })
    return challenge.id
  })
  const expiresAt = Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS
  return c.json({ id, type: factor.factor_type, expires_at: expiresAt })
}
