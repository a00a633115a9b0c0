/** What every emulator's `createX(options)` returns. */
import type { Hono } from 'hono'

export type Emulator = {
  /** Routes relative to the path that main.ts mounts it at. */
  app: Hono
  /** Stops timers and sockets and closes the database. */
  close(): Promise<void>
}
