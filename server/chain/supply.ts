/** Which units of an edition the chain has made. */
import { ContractFunctionExecutionError, type Hex } from 'viem'
import { TuneEdition } from '#contracts/abi/TuneEdition.ts'
import type { ServerContext } from '../context.ts'
import { createChain } from './client.ts'

/** Calls that may be under way at the node at once. */
const AT_ONCE = 20

/** The numbers, from 1 to `supply`, of those that have a holder. Throws when the node does not answer. */
export async function readMintedUnits(
  ctx: Pick<ServerContext, 'env'>,
  edition: string,
  supply: number,
): Promise<number[]> {
  const { node } = createChain(ctx.env)
  const units = Array.from({ length: supply }, (_, index) => index + 1)
  const minted: number[] = []
  for (let start = 0; start < supply; start += AT_ONCE) {
    const some = units.slice(start, start + AT_ONCE)
    const found = await Promise.all(
      some.map((unit) =>
        node
          .readContract({
            address: edition as Hex,
            abi: TuneEdition.abi,
            functionName: 'ownerOf',
            args: [BigInt(unit)],
          })
          .then(() => true, isUnknown),
      ),
    )
    minted.push(...some.filter((_, index) => found[index]))
  }
  return minted
}

/** False when the contract itself said that the unit does not exist; whatever else went wrong is thrown on. */
function isUnknown(fault: unknown): boolean {
  if (fault instanceof ContractFunctionExecutionError && fault.message.includes('TokenDoesNotExist'))
    return false
  throw fault
}
