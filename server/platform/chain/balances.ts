/** The wallets' balances on the chain, in centavos. */
import type { Hex } from 'viem'
import { TuneBalance } from '#contracts/abi/TuneBalance.ts'
import type { PlatformContext } from '../context.ts'
import { createReader, READS_AT_ONCE } from './client.ts'
import { findContracts } from './contracts.ts'

/** By wallet, as given. Empty while our contracts do not exist. Throws when the node does not answer. */
export async function readBalances(
  ctx: Pick<PlatformContext, 'sql' | 'env'>,
  wallets: readonly string[],
): Promise<Map<string, number>> {
  const contracts = await findContracts(ctx.sql)
  if (!contracts) return new Map()
  const node = createReader(ctx.env)
  const balances = new Map<string, number>()
  for (let start = 0; start < wallets.length; start += READS_AT_ONCE) {
    const some = wallets.slice(start, start + READS_AT_ONCE)
    const read = some.map((wallet) =>
      node.readContract({
        address: contracts.balance,
        abi: TuneBalance.abi,
        functionName: 'balanceOf',
        args: [wallet as Hex],
      }),
    )
    for (const [index, amount] of (await Promise.all(read)).entries()) {
      balances.set(some[index] as string, Number(amount))
    }
  }
  return balances
}
