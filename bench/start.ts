/** How soon a new process answers: the product's, beside the least that Node can do. */
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER } from '../scripts/build-server.ts'
import { freePort } from '../scripts/free-port.ts'
import { leash, release } from '../scripts/leash.mjs'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'
import { SERVER_ENV } from './world.ts'

export const title = 'from the start of a process to its first answer'

const BARE = `require('node:http').createServer((_, answer) => answer.end('ok')).listen(+process.env.PORT, '127.0.0.1')`
const LONGEST_MS = 10_000

export async function run({ world, folder, rounds, say }: BenchContext): Promise<Result[]> {
  const { url } = await world.createDatabase()
  const env = {
    ...SERVER_ENV,
    DATABASE_URL: url,
    SERVICES: 'web',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  // The first start writes the cache.
  await firstAnswer([SERVER], env)
  const bare: number[] = []
  const ours: number[] = []
  for (let round = 0; round < 2 * rounds; round++) {
    bare.push(await firstAnswer(['-e', BARE], {}))
    ours.push(await firstAnswer([SERVER], env))
    say(`node:http ${Math.round(bare.at(-1) ?? 0)} ms, ours ${Math.round(ours.at(-1) ?? 0)} ms`)
  }
  return [
    {
      goal: 'first answer of a web process',
      baseline: 'the same of node:http alone',
      unit: '×',
      rounds: ours.map((ms, index) => ms / (bare[index] ?? Number.NaN)),
      limit: { atMost: 2.5 },
      notes: [`ours ${milliseconds(ours)}`, `node:http ${milliseconds(bare)}`],
    },
    {
      goal: 'first answer of a web process, on a database that is up to date',
      baseline: 'none: a time',
      unit: 'ms',
      rounds: ours,
      limit: { atMost: 150 },
      notes: [],
    },
  ]
}

/** Milliseconds from the start of a process to its first 200. */
async function firstAnswer(args: string[], env: Record<string, string>): Promise<number> {
  const port = await freePort()
  const from = performance.now()
  const child = leash(process.execPath, args, {
    output: 2,
    env: { ...process.env, ...env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
  })
  while (!(await answers(port))) {
    if (performance.now() - from > LONGEST_MS) throw new Error('no answer within ten seconds')
    await sleep(1)
  }
  const took = performance.now() - from
  await release(child)
  return took
}

async function answers(port: number): Promise<boolean> {
  const asked = get({ host: '127.0.0.1', port, path: '/health', agent: false })
  try {
    const [answer] = await once(asked, 'response')
    answer.resume()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

const milliseconds = (all: number[]) => `${all.map(Math.round).join(' · ')} ms`
