/**
 * Entries of the public record as sentences. Their bodies are JSON that is hashed byte for byte, so they are
 * kept as they are.
 */
import type { LogEntryWire } from '#server/product/market/contract.ts'

export type LogSentence =
  | { key: 'bid'; fan: string; amount: number; bid: number }
  | { key: 'sale'; bid: number; unit: number; amount: number }
  | { key: 'free'; unit: number }
  | { key: 'release'; bid: number }
  | { key: 'return'; bid: number; unit: number }
  | { key: 'pause' }
  | { key: 'resume' }
  /** A kind that this version does not know is shown as it is. */
  | { key: 'other'; body: string }

const KINDS: readonly string[] = ['bid', 'sale', 'free', 'release', 'return', 'pause', 'resume']

/** When the entry was written (ISO 8601, or null if it does not say), and its content. */
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
    // Shown as it is: an entry must not be hidden because it cannot be parsed.
    return {}
  }
}
