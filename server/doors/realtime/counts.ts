/** What a realtime door counts about itself since it was started. */
export type RealtimeCounts = {
  /** Frames sent. */
  frames: number
  /** Frames left out because a reader was behind; the reader gets the present state instead. */
  conflated: number
  /** Readers sent away because they stayed behind. */
  slow: number
}

/** The same, with what is open now. */
export type RealtimeFigures = RealtimeCounts & { sockets: number; topics: number }

export const createCounts = (): RealtimeCounts => ({ frames: 0, conflated: 0, slow: 0 })
