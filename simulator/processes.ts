/** The server's own processes, held so that they can be killed in mid-step and started again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER } from '../scripts/build-server.ts'
import { leash, release } from '../scripts/leash.mjs'

const ATTEMPTS = 1200
const PAUSE_MS = 25

export type Held = {
  isUp: () => boolean
  start: () => Promise<void>
  /** As the kernel does when memory runs out: without warning. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

/** The server in one of its roles, not yet started. `output` is an open file that takes its log. */
export function holdServer(role: 'web' | 'worker', env: Record<string, string>, output: number): Held {
  let child: ReturnType<typeof leash> | null = null
  const isUp = () => child !== null && child.exitCode === null && child.signalCode === null

  /** A worker serves nobody: it is ready as soon as it runs. */
  async function isReady(): Promise<boolean> {
    if (role === 'worker') return true
    return fetch(`${env.PUBLIC_URL}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  return {
    isUp,
    async start() {
      child = leash(process.execPath, [SERVER], { output, env: { ...process.env, ...env, SERVICES: role } })
      await until(`the ${role} server runs`, async () => {
        if (!isUp()) throw new Error(`the ${role} server ended with code ${child?.exitCode}`)
        return isReady()
      })
    },
    async kill() {
      if (!child || !isUp()) return
      const gone = new Promise((resolve) => child?.once('exit', resolve))
      // The shell that holds it goes with it.
      process.kill(-(child.pid as number), 'SIGKILL')
      await gone
    },
    async stop() {
      if (child) await release(child)
    },
  }
}

/** Waits until something holds, at most half a minute; whatever `holds` throws ends the waiting. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await holds()) return
    await sleep(PAUSE_MS)
  }
  throw new Error(`waited half a minute until ${what}`)
}
