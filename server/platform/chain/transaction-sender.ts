/**
 * The one process that writes to the chain: takes operations from the outbox in order, sends them in batches, and follows
 * each transaction until it is mined. Every step is recorded before it is taken, so that the process may be killed
 * anywhere; an advisory lock keeps a second worker from using the same nonces.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError, type Hex } from 'viem'
import type { PlatformContext } from '../context.ts'
import { createBackOff } from '../db/back-off.ts'
import type { Sql } from '../db/sql.ts'
import { withRetries } from '../db/transact.ts'
import { atOnce, createGiveWay, type GiveWay } from '../jobs/give-way.ts'
import { type Chain, createChain } from './client.ts'
import { type Contracts, findContracts, isDeskOurs, NotOurDesk, prepareContracts } from './contracts.ts'
import { encodeBatch, fillBatch, GAS_ALONE, type Operation } from './encode.ts'
import type { Heads } from './heads.ts'
import { nudge } from './nudge.ts'
import type { RecordChainOutcome } from './outcome.ts'
import { findReceipt, isDeep } from './receipts.ts'
import { type ApplyOptions, giveUp, recordReceipt } from './record-receipt.ts'
import { acquireSenderLock, withLock } from './sender-lock.ts'
import { recallStranded } from './stranded.ts'
import {
  keep,
  nextNonce,
  openTransactions,
  reopenLost,
  type StoredTransaction,
  send,
  sign,
} from './transactions.ts'

/** How often the queue is looked at; that asks the database alone. */
const IDLE_MS = 250
/**
 * Without work the chain is asked this often whether it still has what it had (reorganisations, another user of our key):
 * nodes meter calls.
 */
const REST_MS = 5000
/** How often a waiting worker checks whether it may be the sender. */
const LOOK_EVERY_MS = 1000
const BATCH = 100
/** With blocks of one second and two confirmations, this many carry a hundred sales a second. */
const IN_FLIGHT = 8
/** While people keep the database busy, each batch is followed by so many times as long without one. */
const REST = 4
export type SenderContext = Pick<PlatformContext, 'sql' | 'env' | 'log'> & {
  recordChainOutcome: RecordChainOutcome
}
const applyOptionsOf = ({ env, recordChainOutcome }: SenderContext): ApplyOptions => ({
  record: recordChainOutcome,
  unlockSeconds: env.ACCESS_UNLOCK_SECONDS,
})

export type TransactionSender = { stop: () => Promise<void> }

export async function startTransactionSender(ctx: SenderContext): Promise<TransactionSender> {
  let chain: Chain | null = null
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

  const backOff = createBackOff()
  const giveWay = createGiveWay(ctx.sql, (tookMs) => REST * tookMs)

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        chain ??= await createChain(ctx.env)
      } catch (fault) {
        ctx.log.error({ err: fault }, 'the key that signs on the chain cannot be used; trying again')
        await pause(backOff.next())
        continue
      }
      try {
        const ours = chain
        await withLock(ctx, (lock, heads) => sendUntilStopped(lock, ours, heads))
      } catch (fault) {
        ctx.log.error({ err: fault }, 'the transaction sender ended; starting it again')
        await pause(backOff.next())
      }
    }
  }

  async function sendUntilStopped(lock: Sql, chain: Chain, heads: Heads): Promise<void> {
    const [own] = await lock<{ pid: number }[]>`select pg_backend_pid() as pid`
    while (!signal.aborted && !(await acquireSenderLock(lock))) await pause(LOOK_EVERY_MS)
    let reachable = true
    let askAgainAt = 0
    let isReady = false
    while (!signal.aborted) {
      const [still] = await lock<{ pid: number }[]>`select pg_backend_pid() as pid`
      if (still?.pid !== own?.pid) throw new Error('its connection was cut off')
      try {
        if (performance.now() < askAgainAt && !(await hasWork(ctx.sql, chain))) {
          await pause(IDLE_MS)
          continue
        }
        if (!isReady) isReady = (await isDeskOurs(ctx.sql, chain)) && (await recordOthers(ctx, chain))
        const busy = await step(ctx, chain, giveWay)
        askAgainAt = performance.now() + REST_MS
        if (!reachable) ctx.log.info('the chain answers again')
        reachable = true
        backOff.reset()
        await (busy ? heads.next(ctx.env.CHAIN_POLL_MS, signal) : pause(IDLE_MS))
      } catch (fault) {
        // Sending is left to a worker with the desk's key.
        if (fault instanceof NotOurDesk) throw fault
        if (reachable) ctx.log.error({ err: fault }, 'the transaction sender met a fault; trying again')
        // A node that is away now and then is expected and logged once; anything else is logged each time.
        reachable = !(fault instanceof BaseError)
        await pause(backOff.next())
      }
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Whether anything is queued or in flight. */
async function hasWork(sql: Sql, { signer }: Chain): Promise<boolean> {
  const [row] = await sql<[{ has: boolean }]>`
    select exists (select from chain.operations where status = 'queued')
      or exists (select from chain.transactions where signer = ${signer.address} and status = 'signed') as has`
  return row.has
}

/** What another key has sent, which the desk does not obey. False while some of it may still have been executed. */
async function recordOthers(ctx: SenderContext, chain: Chain): Promise<boolean> {
  const { recalled, unclear } = await recallStranded(ctx.sql, chain, applyOptionsOf(ctx))
  if (recalled > 0) ctx.log.warn({ recalled }, 'records that another key had sent are sent again')
  return unclear === 0
}

/** One round: settle what was mined, resend what was lost, send what is new. True while work is left. */
export async function step(ctx: SenderContext, chain: Chain, giveWay: GiveWay = atOnce): Promise<boolean> {
  const contracts = (await findContracts(ctx.sql)) ?? (await prepareContracts(ctx.sql, chain))
  let waiting = await follow(ctx, chain, giveWay)
  let sent = false
  while (waiting < IN_FLIGHT && (await giveWay(() => sendNextBatch(ctx, chain, contracts)))) {
    waiting++
    sent = true
  }
  return sent || waiting > 0
}

/** Settles what was mined and resends what was lost. Resolves with how many transactions are still on their way. */
export async function follow(ctx: SenderContext, chain: Chain, giveWay: GiveWay = atOnce): Promise<number> {
  const mined = await chain.node.getTransactionCount({ address: chain.signer.address, blockTag: 'latest' })
  const lost = await reopenLost(ctx.sql, chain, mined)
  if (lost > 0) ctx.log.warn({ lost }, 'the chain lost transactions; sending them again')

  const open = await openTransactions(ctx.sql, chain)
  let waiting = 0
  let isNextInOrder = true
  for (const transaction of open) {
    if (transaction.nonce < mined) {
      isNextInOrder &&= await giveWay(() => settleIfDeep(ctx, chain, transaction))
      if (!isNextInOrder) waiting++
    } else {
      chain.missed.delete(transaction.nonce)
      waiting++
      await nudge(ctx, chain, transaction)
    }
  }
  return waiting
}

/** Settles a mined transaction once its receipt is there and has enough confirmations. False until then. */
async function settleIfDeep(
  ctx: SenderContext,
  chain: Chain,
  transaction: StoredTransaction,
): Promise<boolean> {
  const receipt = await findReceipt(chain, transaction)
  if (!receipt || !(await isDeep(chain, receipt))) return false
  await recordReceipt(ctx.sql, transaction, receipt, applyOptionsOf(ctx))
  return true
}

/** Signs and records the next batch, then sends it. False when nothing is queued. */
async function sendNextBatch(ctx: SenderContext, chain: Chain, contracts: Contracts): Promise<boolean> {
  // Not parsed here: one that says nonsense fails its own encoding and is given up alone, instead of holding up the rest.
  const queued = await ctx.sql<(Operation & { alone: boolean })[]>`
    select id, kind, payload, alone
    from chain.operations
    where status = 'queued'
    order by id
    limit ${BATCH}`
  const first = queued[0]
  if (!first) return false
  const { batch, gas } = first.alone
    ? { batch: [first], gas: GAS_ALONE }
    : fillBatch(queued.filter((operation) => !operation.alone))
  const data = await encode(ctx, contracts, batch)
  if (data === null) return true
  const nonce = await nextNonce(ctx.sql, chain)
  const signed = await sign(chain, { to: contracts.desk, data }, nonce, gas)
  const id = await withRetries(ctx.sql, async (tx) => {
    const transactionId = await keep(tx, chain.signer.address, { nonce, ...signed })
    await tx`
      update chain.operations set status = 'sent', transaction_id = ${transactionId}
      where id in ${tx(batch.map((operation) => operation.id))}`
    return transactionId
  })
  await send(ctx.sql, chain, { id, raw: signed.raw })
  return true
}

/** Null when one of them cannot be encoded at all: it has been given up, and the others are still queued. */
async function encode(ctx: SenderContext, contracts: Contracts, batch: Operation[]): Promise<Hex | null> {
  const unlockSeconds = ctx.env.ACCESS_UNLOCK_SECONDS
  const encodeNow = (operations: Operation[]) =>
    encodeBatch(contracts, operations, Math.floor(Date.now() / 1000), unlockSeconds)
  try {
    return encodeNow(batch)
  } catch {
    for (const operation of batch) {
      try {
        encodeNow([operation])
      } catch (fault) {
        ctx.log.error({ err: fault, operation: operation.id }, 'an operation that cannot be encoded')
        await giveUp(
          ctx.sql,
          operation,
          `cannot be encoded: ${(fault as Error).message}`,
          applyOptionsOf(ctx),
        )
      }
    }
    return null
  }
}
