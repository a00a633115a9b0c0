import { formatInSaoPaulo } from '../lib/format.ts'

/** Date and time in a list, on one line: in São Paulo, wherever the reader is. */
export function Moment({ at }: { at: string }) {
  return <span className="figures whitespace-nowrap">{formatInSaoPaulo(at)}</span>
}
