import { mkdtemp } from 'node:fs/promises'
import { seedMarket } from './seed.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET, startWorld } from './world.ts'
import { prepareReads } from './wrk.ts'
import { chmod } from 'node:fs/promises'
const world = await startWorld()
const folder = await mkdtemp('/tmp/reads-')
await chmod(folder, 0o755)
const database = await world.createDatabase()
const market = await seedMarket(database.sql, { fans: 2000, auctions: 20 })
const server = await world.startServer(database)
const reads = await prepareReads(folder, await signTokens(JWT_SECRET, market.fans.slice(0, 1000)))
await database.sql`vacuum analyze`
const path = process.env.READ === 'auction' ? `/api/v1/projects/bids/${market.projects[0]?.uid}` : (process.env.READ as string)
for (let i = 0; i < 3; i++) console.log(path, Math.round(await reads.measure({ port: server.port, path, connections: 32, seconds: 4 })))
const [h] = [await fetch(`http://127.0.0.1:${server.port}/health`)]
console.log([...h.headers])
await server.stop(); await world.stop()
