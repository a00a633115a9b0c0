import type { Context } from 'hono'
import { clientOf } from '../addresses.ts'
import { findUser } from '../admin.ts'
import { audit } from '../audit.ts'
import { factorsOf, findFactor, removeFactor } from '../factors.ts'
import type { Door } from '../options.ts'
import { factorJson } from '../user-json.ts'

/** GET /admin/users/{id}/factors. */
export async function adminListFactors(c: Context, door: Door): Promise<Response> {
  const user = await findUser(c, door.sql)
  return c.json((await factorsOf(door.sql, user.id)).map(factorJson))
}

/** DELETE /admin/users/{id}/factors/{factorId}: for users who have lost their authenticator. */
export async function adminRemoveFactor(c: Context, door: Door): Promise<Response> {
  const user = await findUser(c, door.sql)
  const factor = await findFactor(door.sql, user.id, c.req.param('factorId') ?? '')
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    await removeFactor(tx, factor, now)
    await audit(tx, 'factor_unenrolled', null, clientOf(c, door), now, { factor_id: factor.id })
  })
  return c.json(factorJson(factor))
}
