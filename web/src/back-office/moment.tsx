import { formatInSaoPaulo } from '../lib/format.ts'
import { currentLanguage } from '../lib/i18n.ts'

/** Date and time in a list, on one line: in São Paulo, wherever the reader is. */
export function Moment({ at }: { at: string }) {
  return <span className="figures whitespace-nowrap">{formatInSaoPaulo(at, currentLanguage())}</span>
}
