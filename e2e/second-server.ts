import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import { leash, release } from '../scripts/leash.mjs'
import { settingsOf } from '../scripts/start-world.ts'
import { moveTo, world } from './fixtures.ts'

const MAIN = join(import.meta.dirname, '../server/main.ts')
const MOST_ATTEMPTS = 300

/** From here on this file's visits go there. Resolves, once it answers, with how to come back. */
export async function moveToSecondServer(more: Record<string, string>): Promise<() => Promise<void>> {
  const settings = settingsOf(world.dataDir)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const places = { PORT: String(port), PUBLIC_URL: url, SERVICES: 'web,realtime', DATA_DIR: world.dataDir }
  const child = leash(process.execPath, [MAIN], { env: { ...process.env, ...settings, ...places, ...more } })
  const up = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let attempt = 0; !(await up()); attempt++) {
    if (child.exitCode !== null || attempt === MOST_ATTEMPTS)
      throw new Error('The second server does not answer.')
    await sleep(100)
  }
  const first = world
  moveTo({ ...first, url, port })
  return async () => {
    moveTo(first)
    await release(child)
  }
}
