/** What bad input is sent to: the whole application, in a process of its own, so that only its own work is measured. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { createContext } from '#server/create-context.ts'
import { readEnv } from '#server/env.ts'
import { trustProxies } from '#server/platform/http/client-address.ts'
import { createHttpServer } from '#server/platform/http/http-server.ts'
import { createLogger } from '#server/platform/log.ts'
import { openRealtime } from '#server/services.ts'
import { serve } from '../scripts/remote.ts'
import { withFaults as plant } from './planted.ts'
import { memoryKept, type Stall, watchLoop } from './watch.ts'

export type Route = { method: string; path: string }
type Settings = { variables: Record<string, string>; withFaults: boolean }
type Started = { port: number; routes: Route[] }

const logged: string[] = []
const stalls: Stall[] = []
let stop: () => Promise<void> = async () => undefined

const api = {
  /** `variables` are those of a server's environment. */
  async start({ variables, withFaults }: Settings): Promise<Started> {
    const folder = await mkdtemp(join(tmpdir(), 'tune-fuzz-'))
    const env = readEnv({ ...variables, DATA_DIR: folder })
    trustProxies(env.TRUSTED_PROXIES)
    const log = createLogger('error', { write: (line) => void logged.push(line) })
    const ctx = createContext(env, { log })
    const sound = createApp(ctx)
    const app = withFaults ? plant(sound, ctx.sql) : sound
    const server = createHttpServer(app.fetch, env.PUBLIC_URL)
    const realtime = await openRealtime(ctx, server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const unwatch = watchLoop((stall) => stalls.push(stall))
    stop = async () => {
      unwatch()
      await realtime.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await ctx.close()
      await rm(folder, { recursive: true, force: true })
    }
    const routes = app.routes.map(({ method, path }) => ({ method, path }))
    return { port: (server.address() as AddressInfo).port, routes }
  },

  /** What was logged as errors since it was last asked. */
  faults: (_: null): string[] => logged.splice(0),
  /** When it stood still since it was last asked. */
  stalls: (_: null): Stall[] => stalls.splice(0),
  /** Bytes. */
  memory: (_: null): number => memoryKept(),
  stop: (_: null): Promise<void> => stop(),
}
export type FuzzedServer = typeof api

serve(api)
