/** Lyrics whose lines know when they are sung, and the file they come in (LRC). */

/** `at`: seconds from the beginning of the work. An empty text is a pause. */
export type TimedLine = { at: number; text: string }

export const TIMED_LINES_MAX = 1000
export const TIMED_LINE_LENGTH = 300

/** `[01:23.45]`, also without the fraction, or with thousandths. */
const STAMP = /\[(\d{1,3}):([0-5]?\d)(?:[.:](\d{1,3}))?\]/y
/** `[ar:Nara Vidal]`: about the work, not sung. `[offset:+500]` moves all lines, in milliseconds, earlier. */
const TAG = /^\[([a-z#]+):(.*)\]$/i

/**
 * The lines of an LRC file in the order in which they are sung; a line with several stamps is sung several times. Stamps
 * of single words are left out. Null for a text without any stamp, or with more or longer lines than there may be.
 */
export function parseLrc(file: string): TimedLine[] | null {
  const lines: TimedLine[] = []
  let offset = 0
  for (const line of file.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const [, name = '', value = ''] = TAG.exec(line.trim()) ?? []
    if (name.toLowerCase() === 'offset') offset = Number(value) / 1000 || 0
    const { stamps, text } = readLine(line.trim())
    for (const at of stamps) lines.push({ at, text })
  }
  if (lines.length === 0 || lines.length > TIMED_LINES_MAX) return null
  if (lines.some(({ text }) => text.length > TIMED_LINE_LENGTH)) return null
  return lines
    .map(({ at, text }) => ({ at: Math.round(Math.max(0, at - offset) * 1000) / 1000, text }))
    .toSorted((one, other) => one.at - other.at)
}

function readLine(line: string): { stamps: number[]; text: string } {
  const stamps: number[] = []
  let end = 0
  STAMP.lastIndex = 0
  for (let found = STAMP.exec(line); found; found = STAMP.exec(line)) {
    const [, minutes, seconds, fraction = '0'] = found
    stamps.push(Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`))
    end = STAMP.lastIndex
  }
  return {
    stamps,
    text: line
      .slice(end)
      .replace(/<\d+:\d+(?:\.\d+)?>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** The same lines as a file. */
export function formatLrc(lines: readonly TimedLine[]): string {
  return lines.map(({ at, text }) => `[${stamp(at)}]${text}`).join('\n')
}

function stamp(at: number): string {
  const thousandths = Math.round(at * 1000)
  const part = (value: number, digits: number) => String(value).padStart(digits, '0')
  return `${part(Math.floor(thousandths / 60_000), 2)}:${part(Math.floor(thousandths / 1000) % 60, 2)}.${part(thousandths % 1000, 3)}`
}

/** Which line is sung at an instant (seconds): its index, or -1 before the first. `lines` are in order. */
export function lineAt(lines: readonly TimedLine[], seconds: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.at ?? 0) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
