/** What every command needs: the server's settings, and its context. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ServerContext } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { readEnv } from '#server/env.ts'
import { createLogger } from '#server/platform/log.ts'

/** Where `npm start` writes its settings, so that a command finds the same installation by itself. */
const SETTINGS = 'server.env'

/** A fault reported to the user in one line, without a trace. */
export class UsageError extends Error {}

export type Product = ServerContext & { say: (line: string) => void }

/** Runs `work` with the settings of the environment, or else of the world in DATA_DIR (`.data`). */
export async function withProduct<Answer>(work: (product: Product) => Promise<Answer>): Promise<Answer> {
  const settings = join(resolve(process.env.DATA_DIR ?? '.data'), SETTINGS)
  // The environment takes precedence.
  if (existsSync(settings)) process.loadEnvFile(settings)
  const ctx = createContext(readEnv(), { log: createLogger('error') })
  try {
    return await work({ ...ctx, say: (line) => console.log(line) })
  } finally {
    await ctx.close()
  }
}
