import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf } from '../addresses.ts'
import { findUser } from '../admin.ts'
import { audit } from '../audit.ts'
import { flag, readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { digest } from '../secrets.ts'

const Body = v.object({ should_soft_delete: flag })

/**
 * DELETE /admin/users/{id}. A soft deletion keeps the row's id, which other rows refer to, but no personal data; the
 * address becomes available again.
 */
export async function adminDeleteUser(c: Context, door: Door): Promise<Response> {
  const { id, email, deleted_at: gone } = await findUser(c, door.sql)
  const { should_soft_delete: soft } = await readBody(c, Body, true)
  const now = door.clock()
  await door.sql.begin(async (tx) => {
    // What is left of an account must not change again: its address is a digest already.
    if (soft && gone) return
    await audit(tx, 'user_deleted', null, clientOf(c, door), now, { user_id: id })
    if (!soft) {
      await tx`delete from auth.users where id = ${id}`.catch(refuseKept)
      return
    }
    for (const table of ['identities', 'sessions', 'one_time_tokens', 'mfa_factors', 'flow_state']) {
      await tx`delete from ${tx(`auth.${table}`)} where user_id = ${id}`
    }
    await tx`
      update auth.users
      set email = ${email && digest(`${id}:${email}`)}, phone = null, phone_change = '', encrypted_password = null,
        sign_up_proof = null, dropped_sign_up_proof = null,
        email_change = '', email_change_confirm_status = 0, raw_user_meta_data = '{}', raw_app_meta_data = '{}',
        deleted_at = ${now}, updated_at = ${now}
      where id = ${id}`
  })
  return c.json({})
}

/** Other tables may refer to the account, or keep what would go with it. */
function refuseKept(fault: unknown): never {
  if (/^(23|PT409)/.test((fault as { code?: string }).code ?? '')) throw new AuthError('adminUserKept')
  throw fault
}
