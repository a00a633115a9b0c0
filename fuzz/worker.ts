/** The worker beside the server that bad input is sent to: it settles, does jobs, and rests when it is told to. */
import { createContext } from '#server/create-context.ts'
import { readEnv } from '#server/env.ts'
import { createLogger } from '#server/platform/log.ts'
import { startWorker, type Worker } from '#server/worker.ts'
import { serve } from '../scripts/remote.ts'

const nothing = async () => undefined
let pause: () => Promise<void> = nothing
let resume: () => Promise<void> = nothing
let stop: () => Promise<void> = nothing

const api = {
  /** `variables` are those of a server's environment. What it logs is that nothing outside answers. */
  async start(variables: Record<string, string>): Promise<void> {
    const ctx = createContext(readEnv(variables), { log: createLogger('silent') })
    let worker: Worker | null = null
    pause = async () => {
      await worker?.stop()
      worker = null
    }
    resume = async () => {
      worker ??= await startWorker(ctx)
    }
    stop = async () => {
      await pause()
      await ctx.close()
    }
    await resume()
  },
  /** Whatever is written from now on is written by a request. */
  pause: (_: null): Promise<void> => pause(),
  resume: (_: null): Promise<void> => resume(),
  stop: (_: null): Promise<void> => stop(),
}
export type FuzzedWorker = typeof api

serve(api)
