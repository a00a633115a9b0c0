/**
 * Runs the benchmarks named on the command line, or all of them, and writes their results to RESULTS.md. A benchmark
 * that is not run keeps its last results, which are stored beside the page as JSON.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as bidCost from './bid-cost.ts'
import * as bidLatency from './bid-latency.ts'
import * as bidsThroughput from './bids-throughput.ts'
import * as burst from './burst.ts'
import * as costs from './costs.ts'
import * as day from './day.ts'
import * as emptyFolder from './empty-folder.ts'
import * as exportsBench from './exports.ts'
import * as failover from './failover.ts'
import * as fanout from './fanout.ts'
import * as flood from './flood.ts'
import * as followers from './followers.ts'
import * as growth from './growth.ts'
import * as interaction from './interaction.ts'
import * as lighthouse from './lighthouse.ts'
import { describeCommit, describeLoad, describeMachine } from './machine.ts'
import * as media from './media.ts'
import * as memory from './memory.ts'
import * as minting from './minting.ts'
import * as purchases from './purchases.ts'
import * as reads from './reads.ts'
import * as reconnect from './reconnect.ts'
import * as references from './references.ts'
import { type Bench, type Result, renderResult, renderResults } from './report.ts'
import * as settlement from './settlement.ts'
import * as severalHosts from './several-hosts.ts'
import * as signIns from './sign-ins.ts'
import * as slowReaders from './slow-readers.ts'
import * as start from './start.ts'
import * as waitingRoom from './waiting-room.ts'
import * as webhook from './webhook.ts'
import { startWorld, type World } from './world.ts'

export type BenchContext = {
  world: World
  /** Gone afterwards. */
  folder: string
  rounds: number
  say: (line: string) => void
}
type BenchModule = { title: string; run: (context: BenchContext) => Promise<Result[]> }

const BENCHES: Record<string, BenchModule> = {
  'bids-throughput': bidsThroughput,
  'bid-cost': bidCost,
  'bid-latency': bidLatency,
  purchases,
  'waiting-room': waitingRoom,
  reads,
  'sign-ins': signIns,
  start,
  'empty-folder': emptyFolder,
  memory,
  media,
  webhook,
  day,
  fanout,
  flood,
  burst,
  'slow-readers': slowReaders,
  reconnect,
  references,
  'several-hosts': severalHosts,
  failover,
  settlement,
  growth,
  costs,
  exports: exportsBench,
  followers,
  minting,
  lighthouse,
  interaction,
}
const ROUNDS = 5
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const PAGE = join(import.meta.dirname, 'RESULTS.md')
const KEPT = join(import.meta.dirname, 'results.json')

async function main(): Promise<void> {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !(name in BENCHES))
  if (unknown.length > 0) {
    throw new Error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`)
  }
  const failed: string[] = []
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    try {
      await keep(await runBench(name, bench))
    } catch (fault) {
      console.error(`${name}: ${(fault as Error).stack}`)
      failed.push(name)
    }
  }
  if (failed.length > 0) throw new Error(`could not be measured: ${failed.join(', ')}`)
}

async function runBench(name: string, { title, run }: BenchModule): Promise<Bench> {
  console.log(`\n${name}: ${title}`)
  const folder = await mkdtemp(join(tmpdir(), 'tune-bench-'))
  const load = describeLoad()
  const world = await startWorld()
  const giveUp = () => void world.stop().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.on(signal, giveUp)
  try {
    const say = (line: string) => console.log(`  ${line}`)
    const results = await run({ world, folder, rounds: ROUNDS, say })
    for (const result of results) say(renderResult(result))
    return {
      name,
      title,
      results,
      at: new Date().toISOString().slice(0, 16).replace('T', ' '),
      machine: describeMachine(),
      load,
      commit: describeCommit(),
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, giveUp)
    await world.stop()
    await rm(folder, { recursive: true })
  }
}

async function keep(bench: Bench): Promise<void> {
  const kept: Record<string, Bench> = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {}
  kept[bench.name] = bench
  await writeFile(KEPT, `${JSON.stringify(kept, null, 2)}\n`)
  const ordered = Object.keys(BENCHES).flatMap((name) => kept[name] ?? [])
  await writeFile(PAGE, renderResults(ordered))
}

await main().catch((fault: Error) => {
  console.error(fault.message)
  process.exitCode = 1
})
