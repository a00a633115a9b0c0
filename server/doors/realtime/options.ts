/** What the realtime door is built from. */
import type { IncomingMessage } from 'node:http'
import type { Sql } from '../../platform/db/sql.ts'
import type { Logger } from '../../platform/log.ts'
import type { ChangeSource } from './change.ts'
import type { Claims } from './claims.ts'

export type RealtimeOptions = {
  /** The owner's connections: used to look up what may be read of a table. */
  sql: Sql
  /** Connections without rights of their own, for queries under a subscriber's role. */
  strangerSql: Sql
  /** `ownChanges`, or `shareChanges` where several processes tell of them. */
  changes: ChangeSource
  jwtSecret: string
  log: Logger
  /**
   * Whether somebody who is signed in may watch the server's topics at present. Asked again every ten seconds about
   * whoever does; many questions at once should cost one query.
   */
  mayWatch: (claims: Claims) => boolean | Promise<boolean>
  /**
   * The sites (`https://tune.test`) at which a browser may open a socket, besides the one that it is opened at. Browsers
   * say where they are, other clients do not and are not asked. Anywhere by default.
   */
  origins?: readonly string[]
  /** How many sockets one client address may hold open. */
  maxSocketsPerAddress: number
  /** The client's address, as the server in front of the door knows it. */
  clientAddress: (request: IncomingMessage) => string
}
