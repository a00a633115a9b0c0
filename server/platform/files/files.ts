/** Stored bytes, behind keys of our own: in a folder, or in an S3-compatible store that several hosts share. */

/** Both ends included, in bytes from the start. */
export type Range = { start: number; end: number }

export type OpenFile = {
  /** In bytes. */
  size: number
  /**
   * Streams the bytes, or a range that lies within them, as fast as they are taken. Called at most once; cancelling the
   * stream ends the work behind it. Throws FilesUnavailable.
   */
  stream: (range: Range | null) => Promise<ReadableStream<Uint8Array>>
  /** Instead of `stream`. */
  close: () => Promise<void>
}

export type ListedFile = { key: string; size: number; modified: Date }

/**
 * Keys are names separated by slashes. A key is written once and never changes, unless it is written by `keep`. Every
 * method throws FilesUnavailable when a store elsewhere does not answer, or refuses us.
 */
export type Files = {
  /** Resolves once the bytes are safe. A blob of `openAsBlob` is read while it is sent. */
  put: (key: string, bytes: Buffer | Blob) => Promise<void>
  /** For what can be made again, and what several may be making: whoever reads sees all of it or nothing. */
  keep: (key: string, bytes: Buffer) => Promise<void>
  /** Null when there is none. */
  read: (key: string) => Promise<Buffer | null>
  /** Null when there is none. `whole`: all of it will be streamed, which takes a store elsewhere one call instead of two. */
  open: (key: string, options: { whole: boolean }) => Promise<OpenFile | null>
  has: (key: string) => Promise<boolean>
  /** Keys that do not exist are no fault. */
  remove: (keys: readonly string[]) => Promise<void>
  /** Everything, in no particular order. */
  list: () => AsyncIterable<ListedFile>
  /** In words, for an operator. */
  name: string
}

/** A store elsewhere is away, slow, or refuses us: nothing was decided about the bytes, and a later call may succeed. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable'
}
