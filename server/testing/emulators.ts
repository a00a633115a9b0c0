/** The outside world for one test file, in a process of its own: the product knows it by address only. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf, readExchanges } from '../../conformance/vendors/judge.ts'
import { freePort } from '../../scripts/free-port.ts'
import { leash, release } from '../../scripts/leash.mjs'

const MAIN = join(import.meta.dirname, '../../emulators/main.ts')
/** A busy machine takes its time to start a process. */
const MOST_LOOKS = 1200
/** Another test may take a free port first; the process then ends. */
const MOST_STARTS = 5

/** `close` throws when something was said that a vendor's description does not have. */
export type Emulators = { origin: string; close: () => Promise<void> }

/** `settings` are those of emulators/README.md. Resolves once they answer. */
export async function startEmulators(settings: Record<string, string> = {}): Promise<Emulators> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-outside-'))
  const recording = join(dataDir, 'exchanges.jsonl')
  const { origin, child } = await start({ ...settings, DATA_DIR: dataDir, RECORD: recording })
  return {
    origin,
    async close() {
      await release(child)
      const faults = faultsOf(await readExchanges(recording))
      await rm(dataDir, { recursive: true, force: true })
      if (faults.length > 0) throw new Error(`No vendor would say or take this:\n${faults.join('\n')}`)
    },
  }
}

async function start(settings: Record<string, string>) {
  for (let starts = 1; ; starts++) {
    const [port, smtpPort] = [await freePort(), settings.SMTP_PORT ?? (await freePort())]
    const origin = `http://127.0.0.1:${port}`
    const places = { PORT: String(port), SMTP_PORT: String(smtpPort), PUBLIC_URL: origin }
    const child = leash(process.execPath, [MAIN], { env: { ...process.env, ...settings, ...places } })
    if (await answers(origin, () => child.exitCode !== null)) return { origin, child }
    const { exitCode } = child
    await release(child)
    if (exitCode === null || starts === MOST_STARTS)
      throw new Error(`The emulators do not answer (exit code ${exitCode}).`)
  }
}

/** False once they have ended, or have not answered for a minute. */
async function answers(origin: string, hasEnded: () => boolean): Promise<boolean> {
  for (let looks = 0; looks < MOST_LOOKS && !hasEnded(); looks++) {
    const isUp = await fetch(`${origin}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return true
    await sleep(50)
  }
  return false
}
