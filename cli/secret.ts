/** Changing the secret that signs sessions. */
import { changeSecret, loseSecret } from '#server/doors/auth/change-secret.ts'
import { belongsTo, markRole, moveDatabase } from '#server/platform/db/installation.ts'
import { type Product, UsageError, withProduct } from './product.ts'

export const usage = [
  [
    'secret change {the old one}',
    'with the new one in JWT_SECRET and the servers down: second factors stay, sessions end',
  ],
  ['secret lost', 'the same when nobody has the old one any more: second factors end as well'],
] as const

export function run([action, old]: string[]): Promise<number> {
  if (action === 'lost')
    return withProduct(async (product) => {
      const factors = await give(product, (tx) => loseSecret(tx))
      product.say(`${factors} second factors are gone, and everybody signs in again.`)
      return 0
    })
  if (action !== 'change' || !old) throw new UsageError('secret change {the old one}, or secret lost')
  return withProduct(async (product) => {
    const { sql, env, say } = product
    if (old === env.JWT_SECRET) throw new UsageError('JWT_SECRET is still the old one.')
    if (!(await belongsTo(sql, old)))
      throw new UsageError('Nothing was changed: this database does not belong to that old secret.')
    const factors = await give(product, (tx) => changeSecret(tx, old, env.JWT_SECRET)).catch(
      (fault: Error) => {
        throw new UsageError(`Nothing was changed: ${fault.message}`)
      },
    )
    say(
      `${factors} second factors are sealed anew. Everybody signs in again; recovery codes have to be made anew.`,
    )
    return 0
  })
}

/** The role first: killed in between, the command is simply called again. */
async function give(
  { sql, env }: Product,
  work: (tx: Parameters<typeof moveDatabase>[0]) => Promise<number>,
): Promise<number> {
  await markRole(sql, env.JWT_SECRET)
  return sql.begin(async (tx) => {
    await moveDatabase(tx, env.JWT_SECRET)
    return work(tx)
  })
}
