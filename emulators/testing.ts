/** Starts one emulator on a free loopback port with a folder of its own, for its tests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { Emulator } from './emulator.ts'

export type RunningEmulator = {
  origin: string
  dataDir: string
  /** Stops the server but keeps the folder, so that a test can start again on the same state. */
  stop(): Promise<void>
  /** Stops the server and removes the folder. */
  remove(): Promise<void>
}

/** A free port below the ephemeral range, so that no outgoing socket can take it between asking and using. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
  throw new Error('No free port between 20000 and 32000.')
}

/** Serves `create({dataDir, publicUrl})` under `path`. Give `dataDir` to start again on kept state. */
export async function startEmulator(
  path: string,
  create: (place: { dataDir: string; publicUrl: string }) => Emulator | Promise<Emulator>,
  kept?: { dataDir: string },
): Promise<RunningEmulator> {
  const dataDir = kept?.dataDir ?? (await mkdtemp(join(tmpdir(), 'tune-emulator-')))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const emulator = await create({ dataDir, publicUrl: `${origin}${path}` })
  const app = new Hono({ strict: false }).route(path, emulator.app)
  const server = await new Promise<ServerType>((resolve) => {
    const listening: ServerType = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
      resolve(listening),
    )
  })
  const stop = async () => {
    await emulator.close()
    await new Promise((resolve) => {
      server.close(resolve)
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  }
  return {
    origin,
    dataDir,
    stop,
    async remove() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
