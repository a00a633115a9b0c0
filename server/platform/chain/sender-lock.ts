/** That one process at most sends to the chain. */
import type { PlatformContext } from '../context.ts'
import { connect, type Sql } from '../db/sql.ts'
import { followHeads, type Heads } from './heads.ts'

const SENDER_LOCK = 7_483_002

/** A connection of its own: the lock lives and dies with it, and so does the line on which blocks are announced. */
export async function withLock(
  { env, log }: Pick<PlatformContext, 'env' | 'log'>,
  work: (lock: Sql, heads: Heads) => Promise<void>,
): Promise<void> {
  const lock = connect(env.DATABASE_DIRECT_URL, { max: 1, lasting: true, name: 'tune-transaction-sender' })
  const heads = followHeads(env.CHAIN_HEADS_URL, log)
  try {
    await work(lock, heads)
  } finally {
    heads.close()
    await lock.end({ timeout: 1 })
  }
}

/** Held by at most one process, for as long as `lock` is connected. */
export async function acquireSenderLock(lock: Sql): Promise<boolean> {
  const [row] = await lock<{ held: boolean }[]>`select pg_try_advisory_lock(${SENDER_LOCK}) as held`
  return row?.held ?? false
}
