/** The emulators as a process of their own, known by their address alone. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type OutsideWorld = { url: string; stop: () => Promise<void> }

const MOST_ATTEMPTS = 300

/** Starts them; people who signed in elsewhere are sent back to `callback`. */
export async function startOutsideWorld(callback: string): Promise<OutsideWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-outside-'))
  const port = await freePorts()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(import.meta.dirname, '../emulators/main.ts')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      SMTP_PORT: String(port + 1),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      AUTH_CALLBACK_URL: callback,
    },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    if (child.exitCode !== null) throw new Error(`The emulators ended with ${child.exitCode}.`)
    const up = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (up) break
    await sleep(100)
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The first of two free ports in a row, below the range of outgoing connections. */
async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 12_000 + Math.floor(Math.random() * 4000) * 2
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error('No two free ports in a row between 12000 and 20000.')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
