/** The HTTP server: what every answer carries, whoever gives it, and how long a request may take to arrive. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { forRequest } from './request-name.ts'
import { REQUEST_TIMES, watchBodies } from './request-times.ts'

/**
 * Connections that the system completes before we take them; it may allow fewer (net.core.somaxconn). With Node's own 511,
 * a crowd that comes back at once is turned away in silence, and each of them asks again a second later at the earliest.
 */
const BACKLOG = 4096

/** For what is no page: whoever opens it as one sees it run nothing, and in no frame. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** `publicUrl`: where people reach it; over TLS, an answer says that it always will be (for one year). */
export function createHttpServer(fetch: Fetch, publicUrl: string): Server {
  const isSecure = new URL(publicUrl).protocol === 'https:'
  const server = createAdaptorServer({
    fetch(request, bindings) {
      const { incoming, outgoing } = bindings as HttpBindings
      // Straight into the head that is sent: by way of a Response, two headers would cost more than most answers.
      outgoing.setHeader('x-content-type-options', 'nosniff')
      // Pages and files have policies of their own, which replace this one.
      outgoing.setHeader('content-security-policy', NOTHING)
      if (isSecure) outgoing.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
      return forRequest(incoming, outgoing, () => fetch(request, { incoming, outgoing }))
    },
    serverOptions: REQUEST_TIMES,
  }) as Server
  watchBodies(server)
  return server
}

/**
 * Resolves when `server` accepts connections at `port` of `host`; rejects when it cannot. `isShared`: other processes of ours listen
 * there too, and the kernel gives each connection to one of them.
 */
export async function listen(server: Server, port: number, host: string, isShared = false): Promise<void> {
  server.listen({ port, host, backlog: BACKLOG, reusePort: isShared })
  await once(server, 'listening')
}
