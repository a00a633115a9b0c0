/** Connections and outside services, made once from the environment; tests replace parts of it. */

import type { Env } from '../env.ts'
import { type CardProcessor, createCardProcessor } from './adapters/cards.ts'
import { type Custodian, createCustodian } from './adapters/custodian.ts'
import { createMailer, type Mailer } from './adapters/mailer.ts'
import { createPinning, type Pinning } from './adapters/pinning.ts'
import { createPixProvider, type PixProvider } from './adapters/pix.ts'
import { createPushService, type PushService } from './adapters/push.ts'
import { createVideoHost, type VideoHost } from './adapters/video.ts'
import { connect, type Sql } from './db/sql.ts'
import { STRANGERS_ROLE, strangersPassword } from './db/strangers-login.ts'
import { createLogger, type Logger } from './log.ts'

export type PlatformContext = {
  env: Env
  log: Logger
  /** The owner's connections, for commands, queries and jobs. */
  sql: Sql
  /**
   * Connections of a login without rights that assumes the caller's role, for the doors through which strangers'
   * queries pass.
   */
  strangerSql: Sql
  cards: CardProcessor
  pix: PixProvider
  pinning: Pinning
  custodian: Custodian
  mailer: Mailer
  push: PushService
  video: VideoHost
  close: () => Promise<void>
}

export function createPlatform(env: Env, overrides: Partial<PlatformContext> = {}): PlatformContext {
  const sql = overrides.sql ?? connect(env.DATABASE_URL, { max: 20, name: 'tune-server' })
  const strangerSql =
    overrides.strangerSql ??
    connect(env.DATABASE_URL, {
      max: 20,
      role: STRANGERS_ROLE,
      password: strangersPassword(env.JWT_SECRET),
      adminSecondFactor: env.ADMIN_SECOND_FACTOR,
      name: 'tune-stranger',
    })
  return {
    env,
    log: createLogger(env.LOG_LEVEL),
    sql,
    strangerSql,
    cards: createCardProcessor(env),
    pix: createPixProvider(env),
    pinning: createPinning(env),
    custodian: createCustodian(env),
    mailer: createMailer(env),
    push: createPushService(env),
    video: createVideoHost(env),
    async close() {
      await Promise.all([sql, strangerSql].map((pool) => pool.end({ timeout: 5 })))
    },
    ...overrides,
  }
}
