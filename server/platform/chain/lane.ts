/**
 * The one lane to the chain: takes operations from the outbox in order, sends them in batches, and follows each
 * transaction until it is mined. Every step is recorded before it is taken, so that the process may be killed
 * anywhere; an advisory lock keeps a second worker from using the same nonces.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError, type Hex, parseTransaction } from 'viem'
import type { PlatformContext } from '../context.ts'
import { createBackOff } from '../db/back-off.ts'
import { connect, type Sql } from '../db/sql.ts'
import { withRetries } from '../db/transact.ts'
import { type Chain, createChain } from './client.ts'
import { type Contracts, findContracts, prepareContracts } from './contracts.ts'
import { encodeBatch, fillBatch, GAS_ALONE, type Operation } from './encode.ts'
import type { RecordChainOutcome } from './outcome.ts'
import { findReceipt } from './receipts.ts'
import { giveUp, type Home, settleTransaction } from './settle.ts'
import {
  keep,
  nextNonce,
  openTransactions,
  reopenLost,
  type StoredTransaction,
  send,
  sign,
  signWith,
} from './transactions.ts'

const LANE_LOCK = 7_483_002
const IDLE_MS = 250
const BUSY_MS = 50
/** How often a waiting worker checks whether the lane is free. */
const LOOK_EVERY_MS = 1000
const BATCH = 100
/**
 * With one-second blocks that count once two more have been built on them, this many carry a hundred sales a second.
 */
const IN_FLIGHT = 8
/** An unmined transaction is sent to the node again after this long. */
const RESEND_AFTER_MS = 5000
/** A transaction that stays unmined this long is replaced by one with a higher fee. */
const REPLACE_AFTER_MS = 60_000
/** Nodes require at least a tenth more; an eighth leaves room for their rounding. */
const RAISE = { numerator: 9n, denominator: 8n }
/**
 * A transaction that offers this multiple of the network's price is not stuck because of its fee: the chain stands
 * still, or the account is empty. Raised for hours, it would cost more than the account will ever hold.
 */
const MOST_TIMES_MARKET = 4n

type LaneContext = Pick<PlatformContext, 'sql' | 'env' | 'log'> & { recordChainOutcome: RecordChainOutcome }
const homeOf = ({ env, recordChainOutcome }: LaneContext): Home => ({
  record: recordChainOutcome,
  unlockSeconds: env.ACCESS_UNLOCK_SECONDS,
})

export type Lane = { stop: () => Promise<void> }

export async function startChainLane(ctx: LaneContext): Promise<Lane> {
  const chain = createChain(ctx.env)
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

  const backOff = createBackOff()

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        // A connection of its own: the lock lives and dies with it.
        const lock = connect(ctx.env.DATABASE_URL, { max: 1, lasting: true, name: 'tune-chain-lane' })
        try {
          await holdLane(lock)
        } finally {
          await lock.end({ timeout: 1 })
        }
      } catch (fault) {
        ctx.log.error({ err: fault }, 'the chain lane lost its lock; taking it again')
        await pause(backOff.next())
      }
    }
  }

  async function holdLane(lock: Sql): Promise<void> {
    const [own] = await lock<{ pid: number }[]>`select pg_backend_pid() as pid`
    while (!signal.aborted) {
      const [row] = await lock<{ held: boolean }[]>`select pg_try_advisory_lock(${LANE_LOCK}) as held`
      if (row?.held) break
      await pause(LOOK_EVERY_MS)
    }
    let reachable = true
    while (!signal.aborted) {
      const [still] = await lock<{ pid: number }[]>`select pg_backend_pid() as pid`
      if (still?.pid !== own?.pid) throw new Error('its connection was cut off')
      try {
        const busy = await step(ctx, chain)
        if (!reachable) ctx.log.info('the chain answers again')
        reachable = true
        backOff.reset()
        await pause(busy ? BUSY_MS : IDLE_MS)
      } catch (fault) {
        if (reachable) ctx.log.error({ err: fault }, 'the chain lane stumbled; trying again')
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

/** One round: settle what was mined, resend what was lost, send what is new. True while work is left. */
export async function step(ctx: LaneContext, chain: Chain): Promise<boolean> {
  const contracts = (await findContracts(ctx.sql)) ?? (await prepareContracts(ctx.sql, chain))
  const mined = await chain.node.getTransactionCount({ address: chain.signer.address, blockTag: 'latest' })
  const lost = await reopenLost(ctx.sql, chain, mined)
  if (lost > 0) ctx.log.warn({ lost }, 'the chain lost transactions; sending them again')

  const open = await openTransactions(ctx.sql, chain)
  let waiting = 0
  let isNextInOrder = true
  for (const transaction of open) {
    if (transaction.nonce < mined) {
      isNextInOrder &&= await settleIfDeep(ctx, chain, transaction)
      if (!isNextInOrder) waiting++
    } else {
      chain.missed.delete(transaction.nonce)
      waiting++
      await nudge(ctx, chain, transaction)
    }
  }
  let sent = false
  while (waiting < IN_FLIGHT && (await sendNextBatch(ctx, chain, contracts))) {
    waiting++
    sent = true
  }
  return sent || waiting > 0
}

/** Settles a mined transaction once its receipt is there and has enough confirmations. False until then. */
async function settleIfDeep(
  ctx: LaneContext,
  chain: Chain,
  transaction: StoredTransaction,
): Promise<boolean> {
  const receipt = await findReceipt(chain, transaction)
  if (!receipt) return false
  if (chain.confirmations > 0) {
    const head = await chain.node.getBlockNumber()
    if (head - receipt.blockNumber < BigInt(chain.confirmations)) return false
  }
  await settleTransaction(ctx.sql, transaction, receipt, homeOf(ctx))
  return true
}

/**
 * Sends an unmined transaction to the node again, in case it was dropped, and raises its fee if it is stuck; also
 * where the node never accepted it, since what was signed while the node was away may have become too cheap to be
 * accepted at all.
 */
async function nudge(ctx: LaneContext, chain: Chain, transaction: StoredTransaction): Promise<void> {
  const age = transaction.sentAt ? Date.now() - transaction.sentAt.getTime() : Number.POSITIVE_INFINITY
  if (age < RESEND_AFTER_MS) return
  if (transaction.pricedForMs > REPLACE_AFTER_MS) return replace(ctx, chain, transaction)
  await send(ctx.sql, chain, transaction)
}

async function replace(ctx: LaneContext, chain: Chain, transaction: StoredTransaction): Promise<void> {
  const stuck = parseTransaction(transaction.raw)
  const raise = (fee: bigint | undefined) => ((fee ?? 0n) * RAISE.numerator) / RAISE.denominator + 1n
  const market = await chain.node.estimateFeesPerGas()
  const higher = (a: bigint, b: bigint) => (a > b ? a : b)
  const maxFeePerGas = higher(raise(stuck.maxFeePerGas), market.maxFeePerGas)
  if (maxFeePerGas > MOST_TIMES_MARKET * market.maxFeePerGas) return send(ctx.sql, chain, transaction)
  const { raw, hash } = await signWith(
    chain,
    { data: stuck.data ?? '0x', ...(stuck.to ? { to: stuck.to } : {}) },
    transaction.nonce,
    {
      chainId: stuck.chainId ?? (await chain.node.getChainId()),
      gas: stuck.gas ?? 0n,
      maxFeePerGas,
      maxPriorityFeePerGas: higher(raise(stuck.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
    },
  )
  await ctx.sql`
    update chain.transactions set raw = ${raw}, hashes = hashes || ${hash}::text, priced_at = now()
    where id = ${transaction.id}`
  ctx.log.warn({ nonce: transaction.nonce }, 'a stuck transaction was replaced by one that pays more')
  await send(ctx.sql, chain, { id: transaction.id, raw })
}

/** Signs and records the next batch, then sends it. False when nothing is queued. */
async function sendNextBatch(ctx: LaneContext, chain: Chain, contracts: Contracts): Promise<boolean> {
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
async function encode(ctx: LaneContext, contracts: Contracts, batch: Operation[]): Promise<Hex | null> {
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
        await giveUp(ctx.sql, operation, `cannot be encoded: ${(fault as Error).message}`, homeOf(ctx))
      }
    }
    return null
  }
}
