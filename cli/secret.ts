/** Changing the secret that signs sessions. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { changeSecret, loseSecret } from '#server/doors/auth/change-secret.ts'
import { belongsTo, markRole, moveDatabase } from '#server/platform/db/installation.ts'
import { type Product, UsageError, withProduct } from './product.ts'

export const usage = [
  [
    'secret change {file with the old one, or - for standard input}',
    'with the new one in JWT_SECRET and the servers down: second factors stay, sessions end',
  ],
  ['secret lost', 'the same when nobody has the old one any more: second factors end as well'],
] as const

export async function run([action, from]: string[]): Promise<number> {
  if (action === 'lost')
    return withProduct(async (product) => {
      const factors = await give(product, (tx) => loseSecret(tx))
      product.say(`${factors} second factors are gone, and everybody signs in again.`)
      return 0
    })
  if (action !== 'change' || !from) throw new UsageError('secret change {file, or -}, or secret lost')
  const old = await readSecret(from)
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

/** Not an argument, which everybody on the machine sees and a shell keeps: the first line of a file, or of standard input. */
async function readSecret(from: string): Promise<string> {
  const given = await (from === '-' ? text(process.stdin) : readFile(from, 'utf8')).catch(() => {
    throw new UsageError(
      'The old secret is read from a file, or with - from standard input: there is no such file.',
    )
  })
  return given.split(/\r?\n/)[0] ?? ''
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
