/** A public file, from our storage door and from nginx. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import type { BenchContext } from './main.ts'
import { startNginx } from './nginx.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET } from './world.ts'
import { prepareReads } from './wrk.ts'

export const title = 'a public file of 500 kB, 16 connections'

/** The side of a picture of noise, in pixels of three bytes: 500 kB that nothing makes smaller. */
const SIDE = 408
const CONNECTIONS = 16
const SECONDS = 4
const PEOPLE = 200
const NAME = 'images/projects/picture.png'

export async function run({ world, folder, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  const { fans } = await seedMarket(database.sql, { fans: PEOPLE, auctions: 1 })
  const server = await world.startServer(database, { services: 'web', env: { DATA_DIR: folder } })
  const ours = await store(server.port, await noise())
  // Pictures are encoded anew when they are stored.
  const bytes = await download(`http://127.0.0.1:${server.port}${ours}`)
  const nginx = await startNginx(bytes)
  const reads = await prepareReads(folder, await signTokens(JWT_SECRET, fans))
  const read = (port: number, path: string) =>
    reads.measure({ port, path, connections: CONNECTIONS, seconds: SECONDS })

  await read(server.port, ours)
  await read(nginx.port, nginx.path)
  const figures = { ours: [] as number[], nginx: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    figures.nginx.push(await read(nginx.port, nginx.path))
    figures.ours.push(await read(server.port, ours))
    say(`nginx ${Math.round(figures.nginx.at(-1) ?? 0)}/s, ours ${Math.round(figures.ours.at(-1) ?? 0)}/s`)
  }
  await nginx.stop()
  await server.stop()
  return [
    {
      goal: 'public files a second / nginx',
      baseline: 'nginx with sendfile, one process, the same file',
      unit: '×',
      rounds: figures.ours.map((rate, round) => rate / (figures.nginx[round] as number)),
      limit: { atLeast: 1 },
      notes: [
        `${bytes.length.toLocaleString('en-US')} bytes; nginx ${list(figures.nginx)}/s; the storage door ${list(figures.ours)}/s`,
      ],
    },
  ]
}

/** Stores the picture; its public path. */
async function store(port: number, bytes: Buffer): Promise<string> {
  const key = createApiKey('service_role', JWT_SECRET)
  const answer = await fetch(`http://127.0.0.1:${port}/storage/v1/object/${NAME}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return `/storage/v1/object/public/${NAME}`
}

async function download(address: string): Promise<Buffer> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

const noise = () =>
  sharp(randomBytes(SIDE * SIDE * 3), { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()

const list = (rates: number[]) => rates.map((rate) => Math.round(rate).toLocaleString('en-US')).join(' · ')
