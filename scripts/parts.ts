/** The processes of a world: held, restarted when one dies, and ended together. */
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { leash, release } from './leash.mjs'
import type { Owner } from './postgres.ts'
import { COMPILE_CACHE } from './setup.mjs'

export type Part = {
  name: string
  /** Resolves once it answers, on the first start and on every later one. */
  start: () => Promise<ChildProcess>
  /** Its last output, to find out why it died. */
  lastWords: () => string
}

export type Parts = {
  /** Starts a part and keeps it running from then on. */
  run: (part: Part) => Promise<void>
  /** All have run together once: from now on what ends was killed, or lacks something that comes back, and nothing is given up. */
  hold: () => void
  /** Resolves once all have ended: first the one that was run last, which depends on the others. */
  end: () => Promise<void>
}

/** Seconds for calls in progress when the world ends; whatever is cut off is finished by the next one. */
export const PATIENCE_SECONDS = 2
/** For every process that we start: docs/operating.md, "Processes". */
export const PROCESS_ENV = {
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  MALLOC_MMAP_THRESHOLD_: '1000000',
}
const START_PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 25
/** A part that dies this soon, or does not start, this often in a row, before all ran together, will not be mended by a restart. */
const SOON_MS = 3000
const MOST_SOON = 3
/** Before it is tried again: what it needs may be on its way back. */
const PAUSE_MS = 1000

/** `onStart` receives the process that holds a part, `onGivingUp` why the world cannot begin. */
export function createParts(options: {
  onStart: (pid: number | undefined) => void
  onGivingUp: (why: string) => void
}): Parts {
  /** In the order in which they were to be run; null until the first start. */
  const running = new Map<string, ChildProcess | null>()
  /** How often each died soon, in a row. */
  const short = new Map<string, number>()
  let isHeld = false
  let ending = false

  async function run(part: Part): Promise<void> {
    if (!running.has(part.name)) running.set(part.name, null)
    const child = await part.start()
    options.onStart(child.pid)
    running.set(part.name, child)
    const since = Date.now()
    if (!isUp(child)) return startAgain(part, child, since)
    child.once('exit', () => void startAgain(part, child, since))
  }

  async function startAgain(part: Part, { exitCode }: ChildProcess, since: number): Promise<void> {
    if (ending) return
    const what = `The ${part.name} ended unexpectedly (code ${exitCode})`
    if (Date.now() - since >= SOON_MS) short.set(part.name, 0)
    else if (failedOften(part)) {
      if (!isHeld) return options.onGivingUp(`${what}, again.\n${part.lastWords()}`)
      await sleep(PAUSE_MS)
    }
    console.error(`${what}; starting it again.`)
    while (!ending) {
      try {
        return await run(part)
      } catch (fault) {
        if (ending) return
        const why = `${what} and could not be started again: ${(fault as Error).message}`
        if (failedOften(part) && !isHeld) return options.onGivingUp(why)
        console.error(why)
        await sleep(PAUSE_MS)
      }
    }
  }

  function failedOften({ name }: Part): boolean {
    const times = (short.get(name) ?? 0) + 1
    short.set(name, times)
    return times >= MOST_SOON
  }

  return {
    run,
    hold() {
      isHeld = true
    },
    async end() {
      ending = true
      const [last, ...others] = [...running.values()].filter((child) => child !== null).reverse()
      if (last) await release(last)
      await Promise.all(others.map(release))
    },
  }
}

/** A program that writes to `log`, which is named after it; as `owner`, when we are root and it must not be. */
export function program(
  log: string,
  command: string,
  args: string[],
  answers: () => Promise<boolean>,
  { env = {}, owner = null }: { env?: Record<string, string>; owner?: Owner | null } = {},
): Part {
  const name = basename(log, '.log')
  const lastWords = () => readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
  return {
    name,
    lastWords,
    async start() {
      const output = openSync(log, 'a')
      const child = leash(command, args, {
        output,
        patience: PATIENCE_SECONDS,
        // Restarts use the compile cache.
        env: { ...PROCESS_ENV, ...process.env, ...env },
        ...owner,
      })
      closeSync(output)
      for (const until = Date.now() + START_PATIENCE_MS; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
        if (!isUp(child)) throw new Error(`the ${name} ended with code ${child.exitCode}.\n${lastWords()}`)
        if (await answers().catch(() => false)) return child
      }
      throw new Error(`the ${name} did not answer within a minute; see ${log}`)
    },
  }
}

function isUp(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
