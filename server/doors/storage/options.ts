/** What the door is built from. */
import type { Sql } from '../../platform/db/sql.ts'
import type { Logger } from '../../platform/log.ts'
import type { Draw, Stored } from './renditions.ts'

export type StorageDoorOptions = {
  /** Connections without rights: they take the caller's role. */
  sql: Sql
  /** For public addresses, where there is no caller to take a role from. */
  ownerSql: Sql
  jwtSecret: string
  log: Logger
  /** Where the bytes are kept. */
  folder: string
  /** The largest upload; a bucket's own limit may be smaller. */
  maxBytes: number
  /** Checks that bytes are what their type says and returns them without anything hidden in them. */
  clean: (bytes: Buffer, mimeType: string) => Promise<Buffer>
  /** Draws a picture smaller; it never becomes larger than it is. */
  draw: Draw
  /** Told of each picture that has come into a public bucket. */
  pictureStored: (object: Stored) => Promise<void>
}
