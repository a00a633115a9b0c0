/** `npm run test:world`: a world for journeys that stays up between runs of `npm run test:changed`, until Ctrl-C. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts, processesOf, startWorld, type World, worldAt } from '../start-world.ts'
import { ROOT } from './run.ts'

const FOLDER = join(ROOT, 'node_modules/.cache/test-world')
const PORT = join(FOLDER, 'port')
const MOST_ATTEMPTS = 600

/** The world that `npm run test:world` holds; null without one. */
export async function warmWorld(): Promise<World | null> {
  const port = await readFile(PORT, 'utf8').catch(() => null)
  if (port === null) return null
  const world = worldAt(Number(port), FOLDER)
  return (await isUp(world)) ? world : null
}

/** Has its starter run the server anew, from what is built now. */
export async function restartServer(world: World): Promise<void> {
  for (const pid of processesOf(world.dataDir, 'server/dist/main.cjs')) process.kill(pid)
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    await sleep(100)
    if (await isUp(world)) return
  }
  throw new Error('The server of the warm world did not come back.')
}

async function isUp({ url }: World): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

if (process.argv[1] === import.meta.filename) {
  if (await warmWorld()) throw new Error(`One is running already, with its data in ${FOLDER}.`)
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const port = await freePorts()
  await startWorld({ port, dataDir: FOLDER })
  await writeFile(PORT, String(port))
  console.log(`http://localhost:${port} is up. In another terminal: npm run test:changed`)
}
