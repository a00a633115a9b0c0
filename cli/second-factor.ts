/** For somebody who has lost their app and their recovery codes, once the support knows who they are. */
import { audit } from '#server/doors/auth/audit.ts'
import { factorsOf, removeFactor } from '#server/doors/auth/factors.ts'
import { notify } from '#server/doors/auth/notices.ts'
import type { AuthNotice } from '#server/doors/auth/options.ts'
import { userByEmail } from '#server/doors/auth/users.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { enqueueAuthNotice } from '#server/product/sign-in/auth-mail.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  [
    'second-factor remove {e-mail}',
    'removes an account’s second factors and recovery codes, ends its sessions, and tells it by mail',
  ],
] as const

export function run([action, email]: string[]): Promise<number> {
  if (action !== 'remove' || !email) throw new UsageError(usage[0][0])
  return withProduct(async ({ sql, env, say }) => {
    const removed = await sql.begin(async (tx) => {
      const now = new Date()
      const user = await userByEmail(tx, email.toLowerCase())
      if (!user) throw new UsageError(`No account has the address ${email}.`)
      const factors = await factorsOf(tx, user.id)
      for (const factor of factors) {
        await removeFactor(tx, factor, now)
        await audit(tx, 'factor_unenrolled', null, NOBODY, now, { user_id: user.id, factor_id: factor.id })
      }
      if (factors.length === 0) return 0
      await tx`delete from auth.sessions where user_id = ${user.id}`
      const door = {
        enqueueNotice: (within: Tx, notice: AuthNotice) => enqueueAuthNotice(within, notice, env.PUBLIC_URL),
      }
      await notify(tx, door, 'factor_removed', user)
      return factors.length
    })
    say(removed === 0 ? `${email} has no second factor.` : `${email} signs in without a second factor now.`)
    return 0
  })
}

const NOBODY = { ip: null, userAgent: '' }
