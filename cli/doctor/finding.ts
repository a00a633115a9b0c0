/** What an examination found, and how it is told. */
import { setTimeout as sleep } from 'node:timers/promises'

/** `unknown`: it could not be looked at from here, which need not be wrong. */
export type State = 'well' | 'fault' | 'unknown'
export type Finding = { state: State; said: string; advice?: string }

/** Something to look at. `look` may throw: then its message is the fault, and `advice` what to do about it. */
export type Check = { name: string; advice: string; look: () => Promise<Finding> }

const PATIENCE_MS = 15_000
const DAY_MS = 86_400_000
/** A certificate is renewed before this many days are left. */
const DAYS_LEFT = 21
const MARKS: Readonly<Record<State, string>> = { well: '✓', fault: '✗', unknown: '?' }

export const well = (said: string): Finding => ({ state: 'well', said })
export const fault = (said: string, advice: string): Finding => ({ state: 'fault', said, advice })
export const unknown = (said: string, advice: string): Finding => ({ state: 'unknown', said, advice })

/** Of something that is renewed by then. */
export function endOf(end: Date, advice: string): Finding {
  const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
  if (days < 0) return fault(`ended on ${end.toISOString().slice(0, 10)}`, advice)
  return days < DAYS_LEFT ? fault(`ends in ${days} days`, advice) : well(`is good for ${days} days`)
}

/** All of them at once, in their order; a check that hangs is a fault. */
export async function examine(checks: readonly Check[]): Promise<(Finding & { name: string })[]> {
  return Promise.all(
    checks.map(async (check) => {
      const { name, advice } = check
      const silence = sleep(PATIENCE_MS, null, { ref: false }).then(() => fault('did not answer', advice))
      const found = await Promise.race([check.look(), silence]).catch((thrown: unknown) =>
        fault(reasonOf(thrown), advice),
      )
      return { name, ...found }
    }),
  )
}

/** One line for each, with its advice below. */
export function table(findings: readonly (Finding & { name: string })[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings
    .flatMap(({ name, state, said, advice }) => [
      `${MARKS[state]} ${name.padEnd(width)}  ${said}`,
      ...(advice && state !== 'well' ? [`  ${''.padEnd(width)}  → ${advice}`] : []),
    ])
    .join('\n')
}

/** The first line of the innermost cause. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return reasonOf(thrown.errors[0])
  if (thrown instanceof Error && thrown.cause instanceof Error) return reasonOf(thrown.cause)
  const text = thrown instanceof Error ? thrown.message || thrown.name : String(thrown)
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
