/** What a realtime door counts since it started. */
export type RealtimeCounts = {
  /** Frames sent. */
  frames: number
  /** Frames skipped because a reader was behind; it gets the present state instead. */
  conflated: number
  /** Readers disconnected because they stayed behind. */
  slow: number
}

/** The same, with what is open now. */
export type RealtimeFigures = RealtimeCounts & { sockets: number; topics: number }

export const createCounts = (): RealtimeCounts => ({ frames: 0, conflated: 0, slow: 0 })
