import { formatDateTime } from '../lib/format.ts'

/** Date and time in a list, on one line. */
export function Moment({ at }: { at: string }) {
  return <span className="figures whitespace-nowrap">{formatDateTime(at)}</span>
}
