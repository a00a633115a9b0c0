/** Entries of the public record as sentences. Their bodies are JSON that is hashed byte for byte, and stays as it is. */
import type { LogEntryWire } from '#server/product/market/contract.ts'

export type LogSentence =
  | { key: 'bid'; fan: string; amount: number; bid: number }
  | { key: 'sale'; bid: number; unit: number; amount: number }
  | { key: 'free'; unit: number }
  | { key: 'release'; bid: number }
  | { key: 'pause' }
  | { key: 'resume' }
  /** A kind that this version does not know is shown as it stands. */
  | { key: 'other'; body: string }

const KINDS: readonly string[] = ['bid', 'sale', 'free', 'release', 'pause', 'resume']

/** When the entry was written (ISO 8601, or null if it does not say), and what it says. */
export function readLogEntry({ body }: Pick<LogEntryWire, 'body'>): { at: string | null; says: LogSentence } {
  const { kind, at, ...facts } = parse(body)
  const says = KINDS.includes(String(kind))
    ? ({ key: kind, ...facts } as LogSentence)
    : ({ key: 'other', body } as const)
  return { at: typeof at === 'string' ? at : null, says }
}

function parse(body: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    // It is shown as it stands: the record may not be hidden because it cannot be read.
    return {}
  }
}
