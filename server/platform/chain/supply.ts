/** The units of an edition that exist on the chain. */
import { ContractFunctionExecutionError, type Hex } from 'viem'
import { TuneEdition } from '#contracts/abi/TuneEdition.ts'
import type { UnitRange } from '#domain/reconciliation.ts'
import type { PlatformContext } from '../context.ts'
import { createReader, READS_AT_ONCE } from './client.ts'

/** The numbers, within `range`, of those that have a holder. Throws when the node does not answer. */
export async function readMintedUnits(
  ctx: Pick<PlatformContext, 'env'>,
  edition: string,
  { first, last }: UnitRange,
): Promise<number[]> {
  const node = createReader(ctx.env)
  const minted: number[] = []
  for (let start = first; start <= last; start += READS_AT_ONCE) {
    const count = Math.min(READS_AT_ONCE, last - start + 1)
    const some = Array.from({ length: count }, (_, index) => start + index)
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

/** False when the contract itself says that the unit does not exist; any other fault is rethrown. */
function isUnknown(fault: unknown): boolean {
  if (fault instanceof ContractFunctionExecutionError && fault.message.includes('TokenDoesNotExist'))
    return false
  throw fault
}
