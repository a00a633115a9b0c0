/** Changing the secret that signs sessions. */
import { changeSecret } from '#server/doors/auth/change-secret.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  [
    'secret change {the old one}',
    'with the new one in JWT_SECRET and the servers down: second factors stay, sessions end',
  ],
] as const

export function run([action, old]: string[]): Promise<number> {
  if (action !== 'change' || !old) throw new UsageError('secret change {the old one}')
  return withProduct(async ({ sql, env, say }) => {
    if (old === env.JWT_SECRET) throw new UsageError('JWT_SECRET is still the old one.')
    const factors = await sql
      .begin((tx) => changeSecret(tx, old, env.JWT_SECRET))
      .catch((fault: Error) => {
        throw new UsageError(`Nothing was changed: ${fault.message}`)
      })
    say(
      `${factors} second factors are sealed anew. Everybody signs in again; recovery codes have to be made anew.`,
    )
    return 0
  })
}
