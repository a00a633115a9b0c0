/**
 * One binary; SERVICES selects its roles. Starts them, and ends them when asked to. With `migrate` as its argument it only brings
 * the database up to date.
 */
import { flushCompileCache } from 'node:module'
import { type Env, EnvironmentError } from './env.ts'
import { examineStart } from './examine-start.ts'
import { createLogger } from './platform/log.ts'
import { StartRefused } from './platform/start-refused.ts'
import { prepareDatabase } from './prepare-database.ts'
import { MIGRATE, WEB_PROCESS, type WebPart } from './process-arguments.ts'
import type { End } from './services.ts'

async function main(): Promise<void> {
  const { env, warnings } = await examineStart()
  if (process.argv[2] === MIGRATE) return migrateOnly(env)
  const end = await (process.argv[2] === WEB_PROCESS ? startOneOfSeveral(env) : startAll(env, warnings))
  // With NODE_COMPILE_CACHE the next start has less to do; a killed process would not have written it.
  flushCompileCache()
  let ending = false
  // A web process ends with the one that started it, however that ended.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.on(event, async () => {
      if (ending) return
      ending = true
      await end()
    })
  }
}

async function startAll(env: Env, warnings: string[]): Promise<End> {
  // The product's code is loaded, and its doors are built, while the database is asked.
  const prepared = prepareDatabase(env)
  // Refused while the code is still being loaded, it is told where it is awaited.
  prepared.catch(() => undefined)
  const { startServices } = await import('./services.ts')
  return startServices(env, prepared, warnings)
}

/** The process that started this one has prepared the database. */
async function startOneOfSeveral(env: Env): Promise<End> {
  const { startWebProcess } = await import('./services.ts')
  return startWebProcess(env, JSON.parse(process.argv[3] ?? '') as WebPart)
}

async function migrateOnly(env: Env): Promise<void> {
  createLogger('info').info({ migrations: await prepareDatabase(env) }, 'the database is up to date')
}

// Not awaited: the build is CommonJS, which starts sooner (scripts/build-server.ts).
main().catch((fault: unknown) => {
  if (!(fault instanceof StartRefused || fault instanceof EnvironmentError)) throw fault
  process.stderr.write(`${fault.message}\n`)
  // What was begun beside it would go on for a while.
  process.exit(1)
})
