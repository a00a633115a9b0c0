/** What the realtime door hears of the database. */
import type { Logger } from '../../platform/log.ts'

export type Change = {
  schema: string
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  commitTime: string
  /** The 32 bits of its id that are in the log. */
  transaction: number
  /** Where in the log it is: of two texts, the smaller is the earlier. */
  position: string
  columns: { name: string; type: string; isKey: boolean }[]
  record: Record<string, unknown>
  /** The key columns only: the log holds nothing else of an old row. */
  oldRecord: Record<string, unknown>
}

export type FeedListener = {
  /** Called before each change is decoded: changes nobody listens for cost nothing. */
  wants: (schema: string, table: string) => boolean
  onChange: (change: Change) => void
  /** The log could not be followed without a gap: consumers must read the state again. */
  onGap: () => void
}

export type ChangeFeed = { stop: () => Promise<void> }

/**
 * Where committed changes of the published tables come from, in commit order, each once its row can be read. Resolves once
 * everything committed from then on is delivered while it runs.
 */
export type ChangeSource = (log: Logger, listener: FeedListener) => Promise<ChangeFeed>
