/**
 * A real HTTP server with our doors behind the real gateway, for the official clients to knock at. Which doors
 * stand is the test's choice, so each can be judged alone.
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { type Env, Hono } from 'hono'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { requireApiKey } from '#server/platform/http/gateway.ts'

export const JWT_SECRET = 'a-secret-of-the-conformance-tests-of-at-least-32-bytes'

export type Harness = {
  /** What the clients are given as the project's address, e.g. http://127.0.0.1:23456. */
  url: string
  anonKey: string
  serviceKey: string
  /** The HTTP server itself, for doors that take over upgraded connections. */
  server: Server
  close: () => Promise<void>
}

/**
 * Starts the server on a free port and mounts what `doors` returns: path prefix → application, such as
 * `{ '/auth/v1': createAuthDoor(…) }`. `doors` is told the address, because tokens and links carry it.
 */
export async function startHarness<Variables extends Env>(
  doors: (url: string) => Record<string, Hono<Variables>>,
): Promise<Harness> {
  const app = new Hono()
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const anonKey = createApiKey('anon', JWT_SECRET)
  const serviceKey = createApiKey('service_role', JWT_SECRET)
  app.use(requireApiKey(new Set([anonKey, serviceKey])))
  for (const [path, door] of Object.entries(doors(url))) app.route(path, door)
  return {
    url,
    anonKey,
    serviceKey,
    server,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((fault) => (fault ? reject(fault) : resolve()))
        server.closeAllConnections()
      }),
  }
}
