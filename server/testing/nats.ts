/** A NATS server for one test file. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureEngine } from '../../scripts/engines.ts'
import { freePort } from '../../scripts/free-port.ts'
import { leash, release } from '../../scripts/leash.mjs'

export type TestNats = {
  url: string
  /** Ends it at once and starts it again on the same port, with its files. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

const ATTEMPTS = 400

/** Null where there is no such program. */
export async function startTestNats(): Promise<TestNats | null> {
  const program = ensureEngine('nats-server')
  if (!program) return null
  const folder = await mkdtemp(join(tmpdir(), 'tune-nats-'))
  const port = await freePort()
  const start = async () => {
    const child = leash(program, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder], {})
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (child.exitCode !== null) throw new Error(`nats-server ended with code ${child.exitCode}`)
      const socket = connect(port, '127.0.0.1')
      const open = await once(socket, 'data').then(
        () => true,
        () => false,
      )
      socket.destroy()
      if (open) return child
      await sleep(25)
    }
    throw new Error('nats-server did not answer')
  }
  let child = await start()
  return {
    url: `nats://127.0.0.1:${port}`,
    async restart() {
      await release(child)
      child = await start()
    },
    async stop() {
      await release(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
