const NEW_LINE = 0x0a
/** Milliseconds between two reports: often enough to be seen counting. */
const EVERY_MS = 200

/** Counts the rows of a CSV file as its chunks arrive, without the line of headings, and reports from time to time. */
export function countRows(report: (rows: number) => void): (chunk: Uint8Array) => void {
  let lines = 0
  let reportedAt = 0
  return (chunk) => {
    for (const byte of chunk) if (byte === NEW_LINE) lines++
    if (Date.now() - reportedAt < EVERY_MS) return
    reportedAt = Date.now()
    report(Math.max(0, lines - 1))
  }
}
