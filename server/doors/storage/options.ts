/** What the door is built from. */
import type { Sql } from '../../platform/db/sql.ts'
import type { TokenKeys } from '../../platform/http/token-keys.ts'
import type { Logger } from '../../platform/log.ts'
import type { Draw, Stored } from './renditions.ts'

export type StorageDoorOptions = {
  /** Connections without rights of their own: they assume the caller's role. */
  sql: Sql
  /** For public addresses, which have no caller whose role could be assumed. */
  ownerSql: Sql
  jwtSecret: TokenKeys
  log: Logger
  /** Where the bytes are stored. */
  folder: string
  /** The largest upload; a bucket's own limit may be smaller. */
  maxBytes: number
  /** Checks that bytes are what their type says, and returns them stripped of hidden data. */
  clean: (bytes: Buffer, mimeType: string) => Promise<Buffer>
  /** Scales a picture down, never up. */
  draw: Draw
  /** Called for each picture uploaded to a public bucket. */
  pictureStored: (object: Stored) => Promise<void>
}
