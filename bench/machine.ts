/** The machine a benchmark ran on, and the core a process runs on. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '#server/platform/db/sql.ts'
import { run } from './run.ts'

export function describeMachine(): string {
  const cpu = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} × ${cpu}, ${memory} GiB, Linux ${release()}, Node ${process.version}`
}

/** How busy the machine was in the last minute: figures from a busy one mean little. */
export function describeLoad(): string {
  return `${loadavg()[0]?.toFixed(1)} processes busy in the minute before`
}

/** The commit measured, with a mark when there were changes on top of it. */
export function describeCommit(): string {
  const commit = run('git', ['rev-parse', '--short', 'HEAD']).trim()
  return run('git', ['status', '--porcelain']).trim() === '' ? commit : `${commit} and changes`
}

/** Senders and receivers do not share a core. */
export const SERVERS_CORE = 0
export const WATCHERS_CORE = 1

/** Pins a process to one core. Does nothing on a machine with a single core. */
export function pin(pid: number, core: number): void {
  if (availableParallelism() > 1) run('taskset', ['-a', '-p', '-c', String(core), String(pid)])
}

/** Memory in use, in kB. */
export function residentKilobytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** File descriptors beside the sockets. */
const SPARE_DESCRIPTORS = 500

/** Throws when one process cannot hold so many sockets; Node raises its own limit to what the system allows. */
export function needDescriptors(sockets: number): void {
  const limit = spawnSync('/bin/sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout.trim()
  if (limit === 'unlimited' || Number(limit) >= sockets + SPARE_DESCRIPTORS) return
  throw new Error(`${sockets} sockets need more open files than the ${limit} allowed here (ulimit -n).`)
}

/** Processes' milliseconds of a core so far, with those of their children, living and ended. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * MS_PER_TICK + processorMs(childrenOf(pid)), 0)
}

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10

/** 0 for a process that has ended meanwhile. */
function ticksOf(pid: number): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return 0
  // After the name, which may hold anything: user, system, and both of ended children.
  const fields = readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}

/** The process that started all others of a Postgres. */
export async function postgresPid(sql: Sql): Promise<number> {
  const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`
  return Number(readFileSync(join(row?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
}
