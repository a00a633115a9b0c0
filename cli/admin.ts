/** Administrators: appointed only here, by somebody who can reach the database. */
import { changeRole } from '#server/product/people/change-role.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  ['admin grant {e-mail}', 'makes an account an administrator; it needs a second factor to come in'],
  ['admin revoke {e-mail}', 'makes an administrator a fan again, and ends the sessions'],
] as const

export function run([action, email]: string[]): Promise<number> {
  if ((action !== 'grant' && action !== 'revoke') || !email)
    throw new UsageError('admin grant {e-mail} | admin revoke {e-mail}')
  return withProduct(async ({ sql, say }) => {
    const becomes = action === 'grant' ? 'an administrator' : 'a fan'
    const changed = await changeRole(sql, email, action === 'grant' ? 'admin' : 'user')
    if (!changed) throw new UsageError(`No account has the address ${email}, or it is ${becomes} already.`)
    say(`${email} is ${becomes} now.`)
    return 0
  })
}
