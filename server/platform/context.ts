/** Everything a handler, command or job may use, made once from the environment; tests replace parts of it. */

import type { Env } from '../env.ts'
import { type BidDesk, createBidDesk } from '../product/market/place-bids.ts'
import { type CardProcessor, createCardProcessor } from './adapters/cards.ts'
import { type Custodian, createCustodian } from './adapters/custodian.ts'
import { createMailer, type Mailer } from './adapters/mailer.ts'
import { createPinning, type Pinning } from './adapters/pinning.ts'
import { createPixProvider, type PixProvider } from './adapters/pix.ts'
import { createPushService, type PushService } from './adapters/push.ts'
import { createVideoHost, type VideoHost } from './adapters/video.ts'
import { connect, type Sql } from './db/sql.ts'
import { createLogger, type Logger } from './log.ts'

export type ServerContext = {
  env: Env
  log: Logger
  /** The owner's connections, for commands, queries and jobs. */
  sql: Sql
  /** Connections that start without rights and take the caller's role, for doors that strangers' SQL reaches. */
  strangerSql: Sql
  /** Where bids paid from the wallet are placed. */
  bids: BidDesk
  cards: CardProcessor
  pix: PixProvider
  pinning: Pinning
  custodian: Custodian
  mailer: Mailer
  push: PushService
  video: VideoHost
  close: () => Promise<void>
}

export function createContext(env: Env, overrides: Partial<ServerContext> = {}): ServerContext {
  const sql = overrides.sql ?? connect(env.DATABASE_URL, { max: 20, name: 'tune-server' })
  const strangerSql =
    overrides.strangerSql ??
    connect(env.DATABASE_URL, {
      max: 20,
      role: 'authenticator',
      adminSecondFactor: env.ADMIN_SECOND_FACTOR,
      name: 'tune-stranger',
    })
  const deskSql = connect(env.DATABASE_URL, { max: 1, name: 'tune-bid-desk' })
  return {
    env,
    log: createLogger(env.LOG_LEVEL),
    sql,
    strangerSql,
    bids: createBidDesk(deskSql, env.PLATFORM_WALLET),
    cards: createCardProcessor(env),
    pix: createPixProvider(env),
    pinning: createPinning(env),
    custodian: createCustodian(env),
    mailer: createMailer(env),
    push: createPushService(env),
    video: createVideoHost(env),
    async close() {
      await Promise.all([sql, strangerSql, deskSql].map((pool) => pool.end({ timeout: 5 })))
    },
    ...overrides,
  }
}
