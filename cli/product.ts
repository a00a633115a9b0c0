/** What every command stands on: the settings of the server beside it, and its context. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ServerContext } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { readEnv } from '#server/env.ts'
import { createLogger } from '#server/platform/log.ts'

/** Where `npm start` writes what it has set, so that a command finds the same installation without being told. */
const SETTINGS = 'server.env'

/** Something to tell whoever typed, in one line and without a trace. */
export class UsageError extends Error {}

export type Product = ServerContext & { say: (line: string) => void }

/** Runs `work` with the settings of the environment, or else of the world in DATA_DIR (`.data`). */
export async function withProduct<Answer>(work: (product: Product) => Promise<Answer>): Promise<Answer> {
  const settings = join(resolve(process.env.DATA_DIR ?? '.data'), SETTINGS)
  // What the environment says itself counts.
  if (existsSync(settings)) process.loadEnvFile(settings)
  const ctx = createContext(readEnv(), { log: createLogger('error') })
  try {
    return await work({ ...ctx, say: (line) => console.log(line) })
  } finally {
    await ctx.close()
  }
}
