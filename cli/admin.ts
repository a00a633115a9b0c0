/** Who is an administrator: decided here alone, by whoever can reach the database. */
import { changeRole } from '#server/product/people/change-role.ts'
import { inHouse, Mistake } from './house.ts'

export const usage = [
  ['admin grant {e-mail}', 'makes an account an administrator; it needs a second factor to come in'],
  ['admin revoke {e-mail}', 'makes an administrator a fan again, and ends the sessions'],
] as const

export function run([deed, email]: string[]): Promise<number> {
  if ((deed !== 'grant' && deed !== 'revoke') || !email)
    throw new Mistake('admin grant {e-mail} | admin revoke {e-mail}')
  return inHouse(async ({ sql, say }) => {
    const becomes = deed === 'grant' ? 'an administrator' : 'a fan'
    const changed = await changeRole(sql, email, deed === 'grant' ? 'admin' : 'user')
    if (!changed) throw new Mistake(`No account has the address ${email}, or it is ${becomes} already.`)
    say(`${email} is ${becomes} now.`)
    return 0
  })
}
