/** What the door is built from. */
import type { Context } from 'hono'
import type { EndedSession, Sql } from '../../platform/db/sql.ts'
import type { Logger } from '../../platform/log.ts'

export type RestDoorOptions = {
  /** Connections without rights: each transaction takes its caller's role. */
  sql: Sql
  jwtSecret: string
  log: Logger
  clientAddress: (c: Context) => string
  /** Without it, any signed token counts. */
  hasEnded?: EndedSession
  /** The largest body, in bytes; `BUDGET.body` unless said. */
  maxBodyBytes?: number
}
