import type { Context } from 'hono'
import * as v from 'valibot'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import { clientOf } from '../addresses.ts'
import { findUser } from '../admin.ts'
import { audit } from '../audit.ts'
import { readBody, text, textUpTo } from '../body.ts'
import { BUDGET } from '../budget.ts'
import { AuthError } from '../errors.ts'
import { factorsOf, findFactor, removeFactor } from '../factors.ts'
import { notify } from '../notices.ts'
import type { Door } from '../options.ts'
import { factorJson, factorRow } from '../user-json.ts'

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
    if (factor.status === 'verified') await notify(tx, door, 'factor_removed', user)
    await audit(tx, 'factor_unenrolled', null, clientOf(c, door), now, { factor_id: factor.id })
  })
  return c.json(factorJson(factor))
}

const Body = v.object({ friendly_name: textUpTo(BUDGET.friendlyName.limit), phone: text })

/** PUT /admin/users/{id}/factors/{factorId}. Only the name can change: a number belongs to a kind that is not offered. */
export async function adminRenameFactor(c: Context, door: Door): Promise<Response> {
  const user = await findUser(c, door.sql)
  const factor = await findFactor(door.sql, user.id, c.req.param('factorId') ?? '')
  const { friendly_name: name, phone } = await readBody(c, Body)
  if (phone) throw new AuthError('phoneEnrollOff')
  const now = door.clock()
  const renamed = await door.sql.begin(async (tx) => {
    const others = (await factorsOf(tx, user.id)).filter(({ id }) => id !== factor.id)
    if (name.trim() && others.some(({ friendly_name }) => friendly_name === name)) {
      throw new AuthError('factorNameTaken', { name })
    }
    await audit(tx, 'factor_updated', null, clientOf(c, door), now, { factor_id: factor.id })
    return parseSoleRow(
      factorRow,
      await tx`
        update auth.mfa_factors set friendly_name = ${name || factor.friendly_name}, updated_at = ${now}
        where id = ${factor.id}
        returning *`,
    )
  })
  return c.json(factorJson(renamed))
}
