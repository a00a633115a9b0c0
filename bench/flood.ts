/** How much slower the product becomes for one caller while another sends as much as it can. */
import { deflateSync } from 'node:zlib'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { type Remote, startRemote } from '../scripts/remote.ts'
import type { FloodLoad, Plan } from './flood-load.ts'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { percentile } from './statistics.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET } from './world.ts'

export const title = 'one caller’s flood, and what another waits'

const FANS = 3
const AUCTIONS = 1000
const ASKED = 400
/** Connections that flood, each with a request on its way all the time. */
const CONNECTIONS = 32
/** From documentation's own network (RFC 5737): the flood's address. */
const ELSEWHERE = '198.51.100.7'

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  const { fans, projects } = await seedMarket(database.sql, { fans: FANS, auctions: AUCTIONS })
  const server = await world.startServer(database, { env: { ADDRESS_LIMIT_FACTOR: '1' } })
  const [asking, flooding] = await signTokens(JWT_SECRET, fans)
  const anon = createApiKey('anon', JWT_SECRET)
  const asks = [
    plan('GET', '/api/v1/balance', asking as string, anon),
    plan(
      'GET',
      `/rest/v1/payments?select=id,uid,flow,method,status,project_id&user_id=eq.${fans[0]}`,
      asking as string,
      anon,
    ),
    plan('GET', `/api/v1/projects/bids/${projects[0]?.uid}`, asking as string, anon),
  ]
  const caller = startRemote<FloodLoad>(`${import.meta.dirname}/flood-load.ts`)
  const ask = () => caller.call('ask', { port: server.port, plans: asks, count: ASKED })
  await ask()

  const results: Result[] = []
  for (const [name, request] of Object.entries(floods(flooding as string, anon, fans[1] as string))) {
    const ratios: number[] = []
    const notes: string[] = []
    for (let round = 0; round < rounds; round++) {
      const idle = percentile(await ask(), 0.99)
      const { latencies, told } = await during(request, server.port, ask)
      const flooded = percentile(latencies, 0.99)
      ratios.push(flooded / idle)
      notes.push(`p99 ${idle.toFixed(1)} ms, then ${flooded.toFixed(1)} ms beside ${told}`)
      say(`${name}: ${notes.at(-1)}`)
    }
    results.push({
      goal: `p99 of a caller beside a flood of ${name} / without it`,
      baseline: 'the same requests of the same caller, without a flood',
      unit: '×',
      rounds: ratios,
      limit: { atMost: 2 },
      notes,
    })
  }
  await caller.stop()
  return results
}

/** Floods by `request` in a process of its own while `ask` runs. */
async function during(request: Plan, port: number, ask: () => Promise<number[]>) {
  const flood: Remote<FloodLoad> = startRemote<FloodLoad>(`${import.meta.dirname}/flood-load.ts`)
  await flood.call('begin', { port, plan: request, connections: CONNECTIONS })
  const latencies = await ask()
  const told = await flood.call('end', null)
  await flood.stop()
  return { latencies, told }
}

function floods(token: string, anon: string, uid: string): Record<string, Plan> {
  const nested = `[${'{"a":[1,2,3]},'.repeat(390_000)}{}]`
  const picture = blankPng(4000)
  return {
    'cheap reads': plan('GET', '/api/v1/balance', token, anon),
    'large reads': plan(
      'GET',
      '/rest/v1/projects?select=uid,project_name,author,description,thumbnail,fiat_price&order=description',
      token,
      anon,
    ),
    'refused reads by a stranger': plan('GET', '/rest/v1/nothing?a=b', anon, anon),
    'large bodies': plan('POST', '/rest/v1/support_requests', token, anon, nested),
    'wrong passwords by a stranger': plan(
      'POST',
      '/auth/v1/token?grant_type=password',
      anon,
      anon,
      JSON.stringify({ email: 'bench1@tune.test', password: 'wrong-password!' }),
    ),
    pictures: {
      ...plan('POST', `/storage/v1/object/images/profile/${uid}/flood.png`, token, anon),
      type: 'image/png',
      body: picture,
      upsert: true,
    },
  }
}

function plan(method: string, path: string, token: string, apikey: string, body: string | null = null): Plan {
  return {
    method,
    path,
    token,
    apikey,
    from: ELSEWHERE,
    type: 'application/json',
    body: body === null ? null : Buffer.from(body),
    upsert: false,
  }
}

/** A white picture of `side` × `side` pixels: little to send, much to decode. */
function blankPng(side: number): Buffer {
  const crc = (bytes: Buffer) => {
    let rest = 0xffffffff
    for (const byte of bytes) {
      rest ^= byte
      for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
    }
    return (rest ^ 0xffffffff) >>> 0
  }
  const chunk = (name: string, data: Buffer) => {
    const out = Buffer.alloc(12 + data.length)
    out.writeUInt32BE(data.length, 0)
    out.write(name, 4, 'latin1')
    data.copy(out, 8)
    out.writeUInt32BE(crc(out.subarray(4, 8 + data.length)), 8 + data.length)
    return out
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((side + 1) * side, 255)
  for (let row = 0; row < side; row++) rows[row * (side + 1)] = 0
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
