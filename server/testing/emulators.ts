/** The outside world for one test file, in a process of its own: the product knows it by address only. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf, readExchanges } from '../../conformance/vendors/judge.ts'
import { freePort } from '../../scripts/free-port.ts'
import { leash, release } from '../../scripts/leash.mjs'

const MAIN = join(import.meta.dirname, '../../emulators/main.ts')
const MOST_ATTEMPTS = 300

/** `close` throws when something was said that a vendor's description does not have. */
export type Emulators = { origin: string; close: () => Promise<void> }

/** `settings` are those of emulators/README.md. Resolves once they answer. */
export async function startEmulators(settings: Record<string, string> = {}): Promise<Emulators> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-outside-'))
  const [port, smtpPort] = [await freePort(), settings.SMTP_PORT ?? (await freePort())]
  const origin = `http://127.0.0.1:${port}`
  const recording = join(dataDir, 'exchanges.jsonl')
  const places = {
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    RECORD: recording,
  }
  const child = leash(process.execPath, [MAIN], { env: { ...process.env, ...settings, ...places } })
  const up = () =>
    fetch(`${origin}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  for (let attempt = 0; !(await up()); attempt++) {
    if (child.exitCode !== null || attempt === MOST_ATTEMPTS) throw new Error('The emulators do not answer.')
    await sleep(50)
  }
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
