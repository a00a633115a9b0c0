/** Connections and outside services, made once from the environment; tests replace parts of it. */

import type { Env } from '../env.ts'
import { type CardProcessor, createCardProcessor } from './adapters/cards.ts'
import type { Custodian } from './adapters/custodian.ts'
import { createInboundMails, type InboundMails } from './adapters/inbound-mail.ts'
import { createMailer, type Mailer } from './adapters/mailer.ts'
import { createPinning, type Pinning } from './adapters/pinning.ts'
import { createPixProvider, type PixProvider } from './adapters/pix.ts'
import { createPushService, type PushService } from './adapters/push.ts'
import { createServiceInvoices, type ServiceInvoices } from './adapters/service-invoices/service-invoices.ts'
import { createVideoHost, type VideoHost } from './adapters/video.ts'
import { createPulse, type Pulse } from './db/pulse.ts'
import { createRecentReads, type RecentReads } from './db/recent-reads.ts'
import { connect, type Sql } from './db/sql.ts'
import { STRANGERS_ROLE, strangersPassword } from './db/strangers-login.ts'
import { createFiles } from './files/create-files.ts'
import type { Files } from './files/files.ts'
import { createCustodian } from './keys/create-custodian.ts'
import { createLogger, type Logger } from './log.ts'
import { ownVideos } from './video/video-files.ts'

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
  /** What people have stored: pictures, covers. */
  files: Files
  /** For what waits for the database, which may say nothing. */
  unlessSilent: Pulse['unlessSilent']
  /** For reads that may be a second old. */
  recent: RecentReads['read']
  cards: CardProcessor
  pix: PixProvider
  pinning: Pinning
  custodian: Custodian
  mailer: Mailer
  inboundMails: InboundMails
  push: PushService
  video: VideoHost
  /** Null where they are off. */
  serviceInvoices: ServiceInvoices | null
  close: () => Promise<void>
}

/** Of the pools that every process has; its pulse has one more. */
const [OWN_CONNECTIONS, STRANGERS_CONNECTIONS] = [20, 20]
export const PLATFORM_CONNECTIONS = OWN_CONNECTIONS + STRANGERS_CONNECTIONS + 1

export function createPlatform(env: Env, overrides: Partial<PlatformContext> = {}): PlatformContext {
  const pooled = env.DATABASE_URL !== env.DATABASE_DIRECT_URL
  const sql =
    overrides.sql ?? connect(env.DATABASE_URL, { max: OWN_CONNECTIONS, pooled, name: 'tune-server' })
  const strangerSql =
    overrides.strangerSql ??
    // Their connections state how long a statement may take, which a pooler would not pass on.
    connect(env.DATABASE_DIRECT_URL, {
      max: STRANGERS_CONNECTIONS,
      role: STRANGERS_ROLE,
      password: strangersPassword(env.JWT_SECRET),
      adminSecondFactor: env.ADMIN_SECOND_FACTOR,
      name: 'tune-stranger',
    })
  const log = createLogger(env.LOG_LEVEL)
  const pulse = createPulse(env.DATABASE_URL, { pooled, log })
  const { unlessSilent } = pulse
  const recent = createRecentReads({ primary: sql, unlessSilent, log }, env.DATABASE_REPLICA_URL)
  return {
    env,
    log,
    sql,
    strangerSql,
    files: createFiles(env),
    unlessSilent,
    recent: recent.read,
    cards: createCardProcessor(env),
    pix: createPixProvider(env),
    pinning: createPinning(env),
    custodian: createCustodian(env, sql),
    mailer: createMailer(env),
    inboundMails: createInboundMails(env),
    push: createPushService(env),
    video: createVideoHost(env, ownVideos(env)),
    serviceInvoices: createServiceInvoices(env),
    async close() {
      await Promise.all([
        recent.close(),
        pulse.close(),
        ...[sql, strangerSql].map((pool) => pool.end({ timeout: 5 })),
      ])
    },
    ...overrides,
  }
}
