/** The machine a benchmark ran on, and the core a process runs on. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
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
