/** What the door is built from. */
import type { Context } from 'hono'
import type { Sql } from '../../platform/db/sql.ts'
import type { TokenKeys } from '../../platform/http/token-keys.ts'
import type { Logger } from '../../platform/log.ts'

/** How a transaction ends, and whether a caller may say otherwise with `Prefer: tx=…`. */
export const TX_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const

export type RestSettings = {
  /** The exposed schemas; the first is meant where a request names none. */
  schemas: readonly string[]
  /** Schemas whose functions and types may be used without their name, after the exposed one. */
  extraSearchPath: readonly string[]
  /** The most rows of one answer, and of each list embedded in it; null for any number. */
  maxRows: number | null
  /** Whether `count()`, `amount.sum()` and the like may be selected. */
  aggregates: boolean
  /** Whether a caller may read how a statement would be executed. */
  plan: boolean
  txEnd: (typeof TX_ENDS)[number]
  /** A function without arguments, called at the beginning of each transaction: `schema.name`, or null for none. */
  preRequest: string | null
}

export const DEFAULT_SETTINGS: RestSettings = {
  schemas: ['public'],
  extraSearchPath: [],
  maxRows: null,
  aggregates: false,
  plan: false,
  txEnd: 'commit',
  preRequest: null,
}

export type RestDoorOptions = {
  /** Connections without rights: each transaction takes its caller's role. */
  sql: Sql
  jwtSecret: TokenKeys
  log: Logger
  clientAddress: (c: Context) => string
  /** The largest body; `BUDGET.body` unless said. */
  maxBodyBytes?: number
  /** What differs from `DEFAULT_SETTINGS`. */
  settings?: Partial<RestSettings>
  /** Whether `alter role … set pgrst.db_…` on the connection's own role adds to the settings; false unless said. */
  databaseSettings?: boolean
  /** The role of callers without a token; null refuses them. `anon` unless said. */
  anonymousRole?: string | null
  /** Whether a token may name any role that the connection's may become; false unless said: the three that there are. */
  anyRole?: boolean
  /** `notify` on this channel makes the door read the schema again; by default it listens to none. */
  schemaChannel?: string
}
