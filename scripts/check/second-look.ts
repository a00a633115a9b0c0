/** Which failures may be looked at a second time (docs/tests.md). */
import type { Failure, Outcome } from './outcome.ts'

export const MOST_FAILURES = 3
/** Chance breaks no books, and shows nobody another person's rows. */
const NEVER_CHANCE =
  /(ledger|market)\.faults|expectSound|policies\.test|authorisation\.test|(others|another person)['’]s? row|rows? of (an)?other/

/** Why a run is red at once; null where its failed files may run once more, alone. */
export function redAtOnce({ failures, errors }: Outcome): string | null {
  const [error] = errors
  if (error !== undefined) return `an error outside any test: ${firstLine(error)}`
  const grave = failures.find((failure) => NEVER_CHANCE.test(Object.values(failure).join('\n')))
  if (grave) return `about books or rights: ${say(grave)}`
  if (failures.length > MOST_FAILURES) return `more than ${MOST_FAILURES} failures`
  return null
}

/** `e2e/pix.test.ts > a deposit: the first line of its message` */
export function say({ file, test, message }: Failure): string {
  return `${test === '' ? file : `${file} > ${test}`}: ${firstLine(message)}`
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] as string
}
