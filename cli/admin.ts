/** Owners: the first is appointed here, by somebody who can reach the database; all other roles in the back office. */
import { OWNER } from '#domain/role.ts'
import { changeRole } from '#server/product/people/change-role.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  [
    'admin grant {e-mail}',
    'makes an account an owner of the back office; it needs a second factor to come in',
  ],
  ['admin revoke {e-mail}', 'makes whoever works in the back office a fan again'],
] as const

export function run([action, email]: string[]): Promise<number> {
  if ((action !== 'grant' && action !== 'revoke') || !email)
    throw new UsageError('admin grant {e-mail} | admin revoke {e-mail}')
  return withProduct(async ({ sql, say }) => {
    const becomes = action === 'grant' ? 'an owner' : 'a fan'
    const changed = await changeRole(sql, email, action === 'grant' ? OWNER : 'user')
    if (!changed) throw new UsageError(`No account has the address ${email}, or it is ${becomes} already.`)
    say(`${email} is ${becomes} now.`)
    return 0
  })
}
