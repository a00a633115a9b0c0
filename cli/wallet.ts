/** The platform's wallet on the chain, moved to another one. */
import { readPlatformWallet, storePlatformWallet } from '#server/platform/platform-wallet.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  [
    'wallet change {the old one}',
    'with the new one in PLATFORM_WALLET and the servers down: what is sold from now on is its',
  ],
] as const

export function run([action, old, ...rest]: string[]): Promise<number> {
  if (action !== 'change' || !old || rest.length > 0) throw new UsageError('wallet change {the old one}')
  return withProduct(async ({ sql, env, say }) => {
    const changed = await sql.begin(async (tx) => {
      const stored = await readPlatformWallet(tx)
      if (stored.toLowerCase() !== old.toLowerCase()) return false
      await storePlatformWallet(tx, env.PLATFORM_WALLET)
      return true
    })
    if (!changed) throw new UsageError('Nothing was changed: this database is not used with that old wallet.')
    say(`The platform's wallet is ${env.PLATFORM_WALLET}. What the chain has for ${old} stays there.`)
    return 0
  })
}
