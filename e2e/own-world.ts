/** A world of a file's own, whose processes its tests may kill. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, type RunningWorld, removeData, startWorld, worldAt } from '../scripts/start-world.ts'
import { moveTo, test, world } from './fixtures.ts'

/** All tests of the file that calls this are in a world that is started before them and removed after them. */
export function ownWorld(env: Record<string, string> = {}) {
  const first = world
  let running: RunningWorld
  const start = async () => {
    running = await startWorld({ port: world.port, dataDir: world.dataDir, env })
  }
  test.beforeAll(async () => {
    moveTo(worldAt(await freePorts(), await mkdtemp(join(tmpdir(), 'tune-e2e-own-'))))
    await start()
  })
  test.afterAll(async () => {
    const { dataDir } = world
    moveTo(first)
    await running.stop()
    await removeData(dataDir)
  })
  return {
    /** Starts it again after its processes were killed. */
    start,
    /** The process that holds all others. */
    pid: () => running.pid,
  }
}
