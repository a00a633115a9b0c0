/** The outcome of one operation on the chain. */

import type { ChainKind, ChainPayload } from '../chain-operations.ts'
import type { Tx } from '../db/sql.ts'

export type ChainOutcome = {
  [Kind in ChainKind]: {
    kind: Kind
    payload: ChainPayload[Kind]
    txHash: string
    /** Set when the chain refused it for good; nothing was recorded. */
    failure: string | null
    /** Address of the new contract, for `deploy_edition`. */
    deployed: string | null
  }
}[ChainKind]

/** Applies an outcome to the product, as a part of the sender's transaction. */
export type RecordChainOutcome = (tx: Tx, outcome: ChainOutcome, unlockSeconds: number) => Promise<void>
