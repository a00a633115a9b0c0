/** Sends one input, judges its answer, and writes down what was wrong. */
import type { Caller } from './callers.ts'
import { CANARIES } from './fixed.ts'
import { asCurl, type Input } from './input.ts'
import { faultOf, leadsToPage, SHOWN } from './judge.ts'
import { type Answer, send } from './send.ts'
import { shrink } from './shrink.ts'
import type { World } from './world.ts'

export type Drawn = { index: number; input: Input; caller: Caller; address: string }
export type Kind = 'answer' | 'write' | 'stall' | 'memory' | 'books'
export type Finding = { kind: Kind; index: number; caller: string; fault: string; curl: string }
/** `status` is 0 where there was no answer, and `fault` null where nothing is wrong. */
export type Attempt = { status: number; fault: string | null }

export async function attempt(
  world: World,
  { input, caller, address }: Omit<Drawn, 'index'>,
): Promise<Attempt> {
  const from = Date.now()
  let answer: Answer
  try {
    answer = await send(world.port, input, caller, address)
  } catch (fault) {
    // What Node's own client will not send says nothing about the server.
    const { code, message } = fault as NodeJS.ErrnoException
    const isUnsendable = fault instanceof SyntaxError || code?.startsWith('ERR_') || code?.startsWith('HPE_')
    return { status: 0, fault: isUnsendable ? null : message }
  }
  const isUnbuilt = !world.hasPages && answer.status === 500 && leadsToPage(input)
  const fault = isUnbuilt ? null : faultOf(input, caller, answer, CANARIES)
  const isShownRightly = fault === SHOWN && (await wasPublished(world, from))
  return { status: answer.status, fault: isShownRightly ? null : fault }
}

/** When it was hidden again (ms since 1970). */
const HIDDEN_AT = new WeakMap<World, number>()

/** Whether what is hidden was not, at some time since `from` (ms since 1970). */
async function wasPublished(world: World, from: number): Promise<boolean> {
  if (await world.hideAgain()) HIDDEN_AT.set(world, Date.now())
  return (HIDDEN_AT.get(world) ?? 0) >= from
}

/** Sends `list`, `together` at a time. `hear` is told each answer, with when it was sent and came (ms since 1970). */
export async function attemptAll(
  world: World,
  list: readonly Drawn[],
  together: number,
  hear: (drawn: Drawn, made: Attempt, from: number, to: number) => void | Promise<void>,
): Promise<void> {
  let next = 0
  const sender = async () => {
    for (let drawn = list[next++]; drawn; drawn = list[next++]) {
      const from = Date.now()
      const made = await attempt(world, drawn)
      await hear(drawn, made, from, Date.now())
    }
  }
  await Promise.all(Array.from({ length: together }, sender))
}

const named = ({ input: { door, target } }: Drawn, fault: string) => `${door} ${target} ${fault}`

/** Faults of a target that begin alike are one. */
export const isKnown = (findings: readonly Finding[], drawn: Drawn, fault: string): boolean =>
  findings.some((each) => each.fault.startsWith(named(drawn, fault.slice(0, 60))))

/** Not made smaller: it might then be refused for another reason. */
export const asItIs = async (): Promise<boolean> => false

/** Adds to `findings`, with the input made as small as it still fails; none that is known. */
export async function report(
  world: World,
  drawn: Drawn,
  { kind, fault }: Pick<Finding, 'kind' | 'fault'>,
  findings: Finding[],
  fails: (input: Input) => Promise<boolean> = async (input) =>
    (await attempt(world, { ...drawn, input })).fault === fault,
): Promise<void> {
  if (isKnown(findings, drawn, fault)) return
  const finding = {
    kind,
    index: drawn.index,
    caller: drawn.caller.name,
    fault: named(drawn, fault),
    curl: '',
  }
  // At once: others may be about to find the same.
  findings.push(finding)
  const logged = (await world.faults()).at(-1)
  if (logged) finding.fault += ` ${logged.slice(0, 700)}`
  finding.curl = asCurl(await shrink(drawn.input, fails), world.origin)
}
