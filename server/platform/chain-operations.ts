/** What is to be recorded on the chain, requested in the transaction that makes it due. */
import type { Tx } from './db/sql.ts'

type ShareWire = { wallet: string; amount: number }

/** The length of an auction's log, and the hash of its last entry (64 hexadecimal digits). */
type LogHead = { length: number; head: string }

/**
 * What the transaction sender can be asked to record. Amounts are centavos, instants Unix seconds. A list has at most 1,900
 * entries: a longer one does not fit the gas of one transaction.
 */
export type ChainPayload = {
  deploy_edition: {
    projectUid: string
    name: string
    symbol: string
    supply: number
    royaltyReceiver: string
    baseURI: string
    contractURI: string
  }
  credit_balance: { wallet: string; amount: number; reference: string }
  debit_balance: { wallet: string; amount: number; reference: string }
  sell_unit: {
    edition: string
    unit: number
    wallet: string
    amount: number
    shares: ShareWire[]
    reference: string
    /** Whose money it is, where that is not the holder: the giver's. */
    payer?: string
  }
  /** Undoes a sale: the parties return their shares to whoever paid, and the wallet's access ends at `expires`. */
  return_sale: {
    edition: string
    unit: number
    wallet: string
    expires: number
    shares: ShareWire[]
    reference: string
    payer?: string
  }
  record_play: { edition: string; unit: number; wallet: string; expires: number; reference: string }
  /** `reference` is the uid of the payment that holds the bid's money. */
  record_bids: {
    edition: string
    bids: { wallet: string; amount: number; reference: string }[]
    log: LogHead
  }
  release_bids: { edition: string; references: string[]; log: LogHead }
  anchor_log: { edition: string; log: LogHead }
}
export type ChainKind = keyof ChainPayload

/**
 * Records of facts that hold in any case. (A sale or a bid that the chain refused was undone, every centavo
 * returned.)
 */
const REPEATABLE: readonly string[] = [
  'deploy_edition',
  'credit_balance',
  'debit_balance',
  'return_sale',
  'record_play',
  'release_bids',
  'anchor_log',
] satisfies ChainKind[]

/** True when an operation of this kind may be sent again after the chain has refused it for good. */
export function mayRepeat(kind: string): boolean {
  return REPEATABLE.includes(kind)
}

/** Requests a chain record. `key` identifies the event, so that asking twice records once. */
export async function enqueueChain<Kind extends ChainKind>(
  tx: Tx,
  key: string,
  kind: Kind,
  payload: ChainPayload[Kind],
): Promise<void> {
  await tx`select chain.enqueue(${key}, ${kind}, ${tx.json(payload)})`
}
