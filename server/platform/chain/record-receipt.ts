/** Reads the outcome of a mined batch and applies it, in one transaction. */
import { decodeErrorResult, type Hex, parseEventLogs, type TransactionReceipt } from 'viem'
import { TuneBalance } from '#contracts/abi/TuneBalance.ts'
import { TuneDesk } from '#contracts/abi/TuneDesk.ts'
import { TuneEdition } from '#contracts/abi/TuneEdition.ts'
import { TuneFactory } from '#contracts/abi/TuneFactory.ts'
import type { Sql, Tx } from '../db/sql.ts'
import { withRetries } from '../db/transact.ts'
import { bytes16, type Operation } from './encode.ts'
import type { ChainOutcome, RecordChainOutcome } from './outcome.ts'
import type { StoredTransaction } from './transactions.ts'

/** Every error our contracts may revert an operation with. */
const ERRORS = [...TuneDesk.abi, ...TuneEdition.abi, ...TuneBalance.abi, ...TuneFactory.abi].filter(
  (entry) => entry.type === 'error',
)

const WITHOUT_REASON = '0x'
/** Broken constraints (class 23) and refusals of our own functions (class P0). */
const NEVER_ACCEPTED = /^(23|P0)/

/** Who is notified of an outcome, and how long a holder has to press play. */
export type ApplyOptions = { record: RecordChainOutcome; unlockSeconds: number }

export async function recordReceipt(
  sql: Sql,
  transaction: StoredTransaction,
  receipt: TransactionReceipt,
  apply: ApplyOptions,
): Promise<void> {
  const refusals = new Map(
    parseEventLogs({ abi: TuneDesk.abi, eventName: 'Refused', logs: receipt.logs }).map((log) => [
      Number(log.args.id),
      describe(log.args.reason),
    ]),
  )
  const editions = new Map<string, Hex>(
    parseEventLogs({ abi: TuneFactory.abi, eventName: 'EditionCreated', logs: receipt.logs }).map((log) => [
      log.args.uid,
      log.args.edition,
    ]),
  )
  const reverted = receipt.status === 'reverted'
  // A call to an address without code succeeds: if a contract is missing, everything would look done.
  if (reverted && transaction.deploys)
    throw new Error(`the contract ${transaction.deploys} could not be made`)

  await withRetries(sql, async (tx) => {
    const operations = await tx<(Operation & { alone: boolean })[]>`
      select id, kind, payload, alone
      from chain.operations
      where transaction_id = ${transaction.id} and status = 'sent'
      order by id
      for update`
    await tx`
      update chain.transactions
      set status = 'confirmed', block_number = ${Number(receipt.blockNumber)}
      where id = ${transaction.id}`
    for (const operation of operations) {
      const failure = reverted ? WITHOUT_REASON : (refusals.get(operation.id) ?? null)
      if (failure === WITHOUT_REASON && !operation.alone) {
        // Our contracts always give a reason; without one the gas ran out, possibly because of the rest of the batch.
        await tx`
          update chain.operations set status = 'queued', transaction_id = null, alone = true
          where id = ${operation.id}`
        continue
      }
      await tx`
        update chain.operations
        set status = ${failure === null ? 'confirmed' : 'failed'}, failure = ${failure}, ended_at = now()
        where id = ${operation.id}`
      const deployed =
        operation.kind === 'deploy_edition'
          ? (editions.get(bytes16(operation.payload.projectUid)) ?? null)
          : null
      const outcome = { ...operation, txHash: receipt.transactionHash, failure, deployed } as ChainOutcome
      await applyOutcome(tx, operation.id, outcome, apply)
    }
  })
}

/** Operations that could not even be sent: handled as if the chain had refused them. */
export async function giveUp(
  sql: Sql,
  operation: Operation,
  failure: string,
  apply: ApplyOptions,
): Promise<void> {
  await withRetries(sql, async (tx) => {
    await tx`
      update chain.operations set status = 'failed', failure = ${failure}, ended_at = now()
      where id = ${operation.id}`
    const outcome = { ...operation, txHash: '', failure, deployed: null } as ChainOutcome
    await applyOutcome(tx, operation.id, outcome, apply)
  })
}

/**
 * What the database will never accept (a refund that an account cannot cover, for instance) must not block everybody
 * else's records: it is recorded for the operator. Any other fault is retried with the batch.
 */
async function applyOutcome(tx: Tx, id: number, outcome: ChainOutcome, apply: ApplyOptions): Promise<void> {
  try {
    await tx.savepoint((inner) => apply.record(inner, outcome, apply.unlockSeconds))
  } catch (fault) {
    const { code, message } = fault as { code?: string; message: string }
    if (!code || !NEVER_ACCEPTED.test(code)) throw fault
    await tx`
      update chain.operations set status = 'failed', failure = ${`not applied: ${message}`}
      where id = ${id}`
  }
}

function describe(reason: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: ERRORS, data: reason })
    return `${errorName}(${(args ?? []).join(', ')})`
  } catch {
    // Not an error of ours: its bytes are all there is to report.
    return reason
  }
}
