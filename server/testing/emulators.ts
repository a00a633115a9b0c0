/** The outside world for one test file, as a process of its own: the product knows it by address only. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import { leash, release } from '../../scripts/leash.ts'

const MAIN = join(import.meta.dirname, '../../emulators/main.ts')

export async function startEmulators(): Promise<{ origin: string; close: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-outside-'))
  const [port, smtpPort] = [await freePort(), await freePort()]
  const origin = `http://127.0.0.1:${port}`
  const child = leash(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
    },
  })
  const up = () =>
    fetch(`${origin}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  for (let attempt = 0; attempt < 200 && !(await up()); attempt++) await sleep(50)
  return {
    origin,
    async close() {
      await release(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
