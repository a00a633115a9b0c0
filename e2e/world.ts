/** The world that the journeys share, in a data folder of its own. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { faultsOf, judgedAmong, readExchanges } from '../conformance/vendors/judge.ts'
import { freePorts, removeData, startWorld, type World, worldAt } from '../scripts/start-world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    world: World
  }
}
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-e2e-'))
  const port = await freePorts()
  const recording = join(dataDir, 'exchanges.jsonl')
  const running = await startWorld({ port, dataDir, env: { RECORD: recording } })
  project.provide('world', worldAt(port, dataDir))
  return async () => {
    await running.stop()
    const exchanges = await readExchanges(recording)
    await removeData(dataDir)
    const faults = faultsOf(exchanges)
    if (judgedAmong(exchanges) === 0) throw new Error('No exchange with an outside service was recorded.')
    if (faults.length > 0) throw new Error(`No vendor would say or take this:\n${faults.join('\n')}`)
  }
}
