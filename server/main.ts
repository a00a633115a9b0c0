/** One binary; SERVICES selects its roles. Starts them, and ends them when asked to. */
import { flushCompileCache } from 'node:module'
import { readEnv } from './env.ts'
import { prepareDatabase } from './prepare-database.ts'

async function main(): Promise<void> {
  const env = readEnv()
  // The product's code is loaded while the database is asked.
  const [applied, { startServices }] = await Promise.all([prepareDatabase(env), import('./services.ts')])
  const end = await startServices(env, applied)
  // With NODE_COMPILE_CACHE the next start has less to do; a killed process would not have written it.
  flushCompileCache()
  let ending = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (ending) return
      ending = true
      await end()
    })
  }
}

// Not awaited: the build is CommonJS, which starts sooner (scripts/build-server.ts).
void main()
