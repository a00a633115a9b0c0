/** What the realtime door is built from. */
import type { IncomingMessage } from 'node:http'
import type { Sql } from '../../platform/db/sql.ts'
import type { TokenKeys } from '../../platform/http/token-keys.ts'
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
  jwtSecret: TokenKeys
  log: Logger
  /**
   * Whether somebody who is signed in may watch the server's topics, or talk to others, at present; everybody by
   * default. Asked again from time to time about whoever does; many questions at once should cost one query.
   */
  mayWatch?: (claims: Claims) => boolean | Promise<boolean>
  /** How often it is asked again, in milliseconds; every ten seconds by default. */
  sessionCheckMs?: number
  /**
   * Whether people hear of deleted rows. Nobody can tell any more whose a deleted row was, so Supabase sends its key to
   * every listener, which is the default; without it, only the service role hears.
   */
  sendDeletes?: boolean
  /**
   * Whether filters of changes may hold regular expressions (`match`, `imatch`). The database evaluates them for each
   * change, within the time of a stranger's statement, and changes wait meanwhile; no by default.
   */
  patternFilters?: boolean
  /** Whether clients broadcast to each other, by socket and by the endpoint; no by default. */
  clientBroadcast?: boolean
  /** Whether it is kept who is present on a topic; no by default. */
  clientPresence?: boolean
  /** Whether there are private channels, guarded by row policies of `realtime.messages`; no by default. */
  privateChannels?: boolean
  /**
   * The sites (`https://tune.test`) at which a browser may open a socket, besides the one that it is opened at. Browsers
   * say where they are, other clients do not and are not asked. Anywhere by default.
   */
  origins?: readonly string[]
  /** How many sockets one client address may hold open; unlimited by default. */
  maxSocketsPerAddress?: number
  /** The client's address, as the server in front of the door knows it. */
  clientAddress: (request: IncomingMessage) => string
}
