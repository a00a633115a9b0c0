/**
 * Several processes that serve pages and calls at one port, so that a machine with more cores answers more. The kernel hands each of
 * them its connections (SO_REUSEPORT); what they have in common is in the database. Websockets belong to the one process that runs
 * `realtime`, this one: whichever web process a browser reaches hands the socket on.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { IncomingMessage, type Server } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONNECTIONS } from './create-context.ts'
import type { Env } from './env.ts'
import type { Sql } from './platform/db/sql.ts'
import type { Logger } from './platform/log.ts'
import type { Hear, Report } from './platform/metrics/shared-metrics.ts'
import { StartRefused } from './platform/start-refused.ts'
import { WEB_PROCESS, type WebPart } from './process-arguments.ts'

/** One that dies this soon, this often in a row, will not be mended by starting another. */
const SOON_MS = 3000
const MOST_SOON = 3

/** From a web process: a websocket that somebody opens, with what has been read of it (base64). */
type Handed = { url: string; headers: IncomingMessage['headers']; rawHeaders: string[]; head: string }

export type WebProcesses = { stop: () => Promise<void> }

/**
 * Resolves once `count` of them serve. `realtime` is where websockets are opened; null where another process does that. One that
 * ends is replaced at once, unless each new one ends as soon: `onGivingUp`.
 */
export async function startWebProcesses(
  count: number,
  options: {
    realtime: Server | null
    log: Logger
    onGivingUp: () => void
    /** Adds up what all of them count; null where nothing is measured. */
    scrape: ((others: () => Iterable<ChildProcess>) => Hear) | null
  },
): Promise<WebProcesses> {
  const { realtime, log, onGivingUp, scrape } = options
  const running = new Set<ChildProcess>()
  const folder = await mkdtemp(join(tmpdir(), 'tune-desks-'))
  const hear = scrape?.(() => running)
  let isEnding = false
  let soon = 0

  async function start(index: number): Promise<void> {
    const part: WebPart = { handsOver: realtime !== null, desk: { folder, index, count } }
    // The entry that this process was started by, with its own flags of Node.
    const child = fork(process.argv[1] ?? '', [WEB_PROCESS, JSON.stringify(part)])
    const since = performance.now()
    running.add(child)
    child.on('message', (said: Handed | Report | 'serving', socket: Socket | undefined) => {
      if (said === 'serving') return
      if ('rawHeaders' in said) socket && take(said, socket)
      else void hear?.(said, child)
    })
    child.once('exit', (code, signal) => {
      running.delete(child)
      if (isEnding) return
      log.error({ code, signal }, 'a web process ended; another one is started')
      soon = performance.now() - since < SOON_MS ? soon + 1 : 0
      if (soon < MOST_SOON) void start(index)
      else onGivingUp()
    })
    await Promise.race([once(child, 'message'), once(child, 'exit')])
  }

  function take({ url, headers, rawHeaders, head }: Handed, socket: Socket): void {
    const request = Object.assign(new IncomingMessage(socket), {
      method: 'GET',
      httpVersion: '1.1',
      url,
      headers,
      rawHeaders,
    })
    realtime?.emit('upgrade', request, socket, Buffer.from(head, 'base64'))
  }

  await Promise.all(Array.from({ length: count }, (_, index) => start(index)))
  return {
    async stop() {
      isEnding = true
      const ended = [...running].map((child) => once(child, 'exit'))
      for (const child of running) child.kill('SIGTERM')
      await Promise.all(ended)
      await rm(folder, { recursive: true })
    },
  }
}

/** Cores for everything else: the database, the worker, websockets. */
const CORES_KEPT = 1

/** As many as are asked for; where the machine decides, one for each core but one. Only Linux hands connections out evenly. */
function wanted({ WEB_PROCESSES: set }: Pick<Env, 'WEB_PROCESSES'>): number {
  if (set !== 'auto') return set
  return process.platform === 'linux' ? Math.max(1, availableParallelism() - CORES_KEPT) : 1
}

export const wantsSeveral = (env: Pick<Env, 'WEB_PROCESSES'>): boolean => wanted(env) > 1

/** Jobs, engines, the transaction sender and what follows the log, beside the process's own. */
const OF_THE_WORKER = 15

/**
 * How many may run beside the worker on the connections that Postgres allows. Throws StartRefused where a number was set that does
 * not fit.
 */
export async function fitWebProcesses(sql: Sql, env: Pick<Env, 'WEB_PROCESSES'>): Promise<number> {
  const [{ allowed }] = await sql<[{ allowed: number }]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - current_setting('reserved_connections')::int as allowed`
  const others = CONNECTIONS + OF_THE_WORKER
  const most = Math.max(1, Math.floor((allowed - others) / CONNECTIONS))
  const count = wanted(env)
  if (env.WEB_PROCESSES !== 'auto' && count > most) {
    const needed = count * CONNECTIONS + others
    throw new StartRefused(
      `WEB_PROCESSES: ${count} of them may open ${needed} connections, and Postgres allows ${allowed}. Set max_connections to ` +
        `${needed + 10} there, or WEB_PROCESSES to ${most}.`,
    )
  }
  return Math.min(count, most)
}

/** Rejects where another program listens: two that share a port would each get some of what the other is sent. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const probe = createServer().listen({ port, host })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** In a web process: tells the one that started it that it serves. */
export function saysThatItServes(): void {
  process.send?.('serving')
}

/** In a web process: whoever opens a websocket is handed to the process that runs `realtime`. */
export function handOver(server: Server): void {
  server.on('upgrade', (request, socket, head) => {
    const { url = '/', headers, rawHeaders } = request
    const handed: Handed = { url, headers, rawHeaders, head: head.toString('base64') }
    process.send?.(handed, socket as Socket, { keepOpen: false }, (fault) => fault && socket.destroy())
  })
}
