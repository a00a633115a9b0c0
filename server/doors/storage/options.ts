/** What the door is built from. */
import type { EndedSession, Sql } from '../../platform/db/sql.ts'
import type { Files } from '../../platform/files/files.ts'
import type { Logger } from '../../platform/log.ts'
import type { Draw, Stored } from './renditions.ts'

/** What each person may store below a prefix of a bucket. All strangers together are one person. */
type Quota = { bucket: string; prefix: string; files: number; bytes: number }

export type StorageDoorOptions = {
  /** Connections without rights of their own: they assume the caller's role. */
  sql: Sql
  /** For public addresses, which have no caller whose role could be assumed. */
  ownerSql: Sql
  jwtSecret: string
  /** Without it, any signed token counts. */
  hasEnded?: EndedSession
  log: Logger
  /** Where the bytes are stored. */
  files: Files
  /** The largest upload, in bytes; a bucket's own limit may be smaller. */
  maxBytes: number
  /** Checks that bytes are what their type says, and returns them stripped of hidden data. */
  clean: (bytes: Buffer, mimeType: string) => Promise<Buffer>
  /** The service is not limited. */
  quotas: readonly Quota[]
  /** Scales a picture down, never up. */
  draw: Draw
  /** Called for each picture stored in a public bucket. */
  pictureStored: (object: Stored) => Promise<void>
}
