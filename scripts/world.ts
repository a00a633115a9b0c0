/**
 * The whole product on one machine: database, chain, emulators of the outside world, server, demo data.
 */
import { join, resolve } from 'node:path'
import { SERVER } from './build-server.ts'
import { PATIENCE_SECONDS, type Part, program } from './parts.ts'
import { startPostgres } from './postgres.ts'
import {
  announce,
  chain,
  emulators,
  environment,
  holdWorld,
  keepSettings,
  logOf,
  type Place,
  portsFrom,
  ROOT,
  stepOf,
} from './surroundings.ts'

const place: Place = {
  dataDir: resolve(process.env.DATA_DIR ?? join(ROOT, '.data')),
  ports: portsFrom(Number(process.env.PORT ?? 3000)),
}

holdWorld({ ...place, command: 'npm start' }, async ({ parts, runScript }) => {
  const env = await environment(place)
  await keepSettings(place, env)
  // All at once, but for the server, which waits for what it cannot start without. It is run last and so ends first.
  const run = (part: Part) => stepOf(part.name, () => parts.run(part))
  const needed = [
    stepOf('application', () => runScript('build.ts')),
    ...(process.env.DATABASE_URL ? [] : [run(database())]),
    ...(process.env.CHAIN_RPC_URL ? [] : [run(chain(place, env))]),
  ]
  const outside = run(emulators(place, env))
  await Promise.all([outside, Promise.all(needed).then(() => run(server(env)))])
  await stepOf('demo data', () => runScript('seed.ts', env))
  announce(place, env)
})

function database(): Part {
  const { dataDir, ports } = place
  return {
    name: 'database',
    async start() {
      const running = await startPostgres({ dataDir, port: ports.postgres, patience: PATIENCE_SECONDS })
      return running.process
    },
    lastWords: () => '',
  }
}

function server(env: Record<string, string>): Part {
  const isUp = async () => (await fetch(`http://localhost:${place.ports.product}/health`)).ok
  return program(logOf(place, 'server'), process.execPath, [SERVER], isUp, { env })
}
