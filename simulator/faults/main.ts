/**
 * `npm run faults -- [--seed n] [--minutes 1] [--on world|cluster] [--only words]`: people use a world of their own while its processes are
 * killed and stopped, and what is around it fails, in an order that follows from the seed; then everything is compared.
 * `--only` gives those whose names have these words. Exits with 1 when something is wrong, and prints the command with which it
 * happens again.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '#server/platform/db/sql.ts'
import { freePorts, removeData, startWorld, type World, worldAt } from '../../scripts/start-world.ts'
import { anySeed, createRandom } from '../random.ts'
import { findFaults } from './check.ts'
import { CLOCK_JUMPS, ownClock } from './clock.ts'
import type { Dose } from './dose.ts'
import { CLUSTER_DOSES, WORLD_DOSES } from './doses.ts'
import { canMount, FULL_DISK } from './full-disk.ts'
import { hasOwnNetwork, markHosts, PARTITIONS } from './partitions.ts'
import { letPeopleIn } from './people.ts'
import { type Waited, watchAnswers } from './waits.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    on: { type: 'string', default: 'world' },
    only: { type: 'string', default: '' },
  },
})
const [seed, minutes] = [Number(values.seed ?? anySeed()), Number(values.minutes)]
const kind = values.on === 'cluster' ? 'cluster' : 'world'
if (!Number.isInteger(seed) || !(minutes > 0))
  throw new Error('--seed is a whole number, --minutes a positive one')
/** Between two doses: long enough for most of what was killed to be back, and sometimes not. */
const PAUSE_MS = { least: 1500, most: 9000 }

const canCut = kind === 'cluster' && hasOwnNetwork()
console.log(`faults on a ${kind}, seed ${seed}, ${minutes} minutes`)
const dataDir = await mkdtemp(join(tmpdir(), 'tune-faults-'))
const port = await freePorts(kind)
/** Ten times what the people of a minute leave behind. */
const DISK_MEGABYTES = 800
const hasOwnDisk = kind === 'world' && canMount()
const clock = kind === 'world' ? await ownClock(dataDir) : null
const all: readonly Dose[] =
  kind === 'cluster'
    ? [...CLUSTER_DOSES, ...(canCut ? PARTITIONS : [])]
    : [...WORLD_DOSES, ...(hasOwnDisk ? [FULL_DISK] : []), ...(clock ? CLOCK_JUMPS : [])]
const doses = all.filter(({ name }) => name.includes(values.only))
if (doses.length === 0) throw new Error(`--only: one of ${all.map(({ name }) => name).join(', ')}`)
if (canCut) markHosts(port)
const running = await startWorld({
  port,
  dataDir,
  kind,
  ...(hasOwnDisk && { diskMegabytes: DISK_MEGABYTES }),
  ...(clock && { env: clock }),
})
try {
  const faults = await suffer(worldAt(port, dataDir))
  for (const fault of faults) console.error(`✗ ${fault}`)
  const again = `npm run faults -- --seed ${seed} --minutes ${minutes} --on ${kind}${values.only && ` --only '${values.only}'`}`
  console.log(faults.length > 0 ? `✗ again: ${again}` : '✓ all is well')
  process.exitCode = faults.length > 0 ? 1 : 0
} catch (fault) {
  console.error(running.output().slice(-4000))
  throw fault
} finally {
  await running.stop()
  await removeData(dataDir)
}

/** What one kind of dose was given, and how long one had to wait at the worst, from each of them to the next. */
type Given = Waited & { times: number }

function together(before: Given | undefined, { slowestMs, withoutMs }: Waited): Given {
  return {
    times: (before?.times ?? 0) + 1,
    slowestMs: Math.max(before?.slowestMs ?? 0, slowestMs),
    withoutMs: Math.max(before?.withoutMs ?? 0, withoutMs),
  }
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

async function suffer(world: World): Promise<string[]> {
  const begun = new Date()
  const people = await letPeopleIn(world, seed)
  const waits = watchAnswers(people.askAside)
  const given = new Map<string, Given>()
  const random = createRandom(seed)
  let left: readonly Dose[] = []
  for (const until = Date.now() + minutes * 60_000; Date.now() < until; ) {
    // Each once, in any order, before one comes again.
    if (left.length === 0) left = doses
    const dose = random.pick(left)
    left = left.filter((other) => other !== dose)
    waits.begin()
    await dose.give(world)
    await sleep(PAUSE_MS.least + random.below(PAUSE_MS.most - PAUSE_MS.least))
    given.set(dose.name, together(given.get(dose.name), waits.end()))
  }
  await people.stop()
  await waits.stop()
  console.log(' times  slowest answer  longest without a good one')
  for (const [name, { times, slowestMs, withoutMs }] of [...given].toSorted())
    console.log(
      `${String(times).padStart(6)}${inSeconds(slowestMs).padStart(16)}${inSeconds(withoutMs).padStart(28)}  ${name}`,
    )
  const accepted = people.told.filter(({ payment }) => payment !== null).length
  console.log(`${people.told.length} calls, ${accepted} accepted; ${people.opened.length} tokens opened`)
  const sql = connect(world.databaseUrl, { max: 1 })
  try {
    return await findFaults(world, sql, people, begun)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
