/** The world that the journeys share: one that is up already (`npm run test:world`), or one of their own. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsOf, judgedAmong, readExchanges } from '../conformance/vendors/judge.ts'
import { freePorts, removeData, startWorld, worldAt } from '../scripts/start-world.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const warm = process.env.WARM_WORLD
  if (warm) {
    process.env.SHARED_WORLD = warm
    return async () => {}
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-e2e-'))
  const port = await freePorts()
  const recording = join(dataDir, 'exchanges.jsonl')
  const running = await startWorld({ port, dataDir, env: { RECORD: recording } })
  process.env.SHARED_WORLD = JSON.stringify(worldAt(port, dataDir))
  return async () => {
    await running.stop()
    const exchanges = await readExchanges(recording)
    await removeData(dataDir)
    const faults = faultsOf(exchanges)
    if (judgedAmong(exchanges) === 0) throw new Error('No exchange with an outside service was recorded.')
    if (faults.length > 0) throw new Error(`No vendor would say or take this:\n${faults.join('\n')}`)
  }
}
