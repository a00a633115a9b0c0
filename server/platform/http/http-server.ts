/** The HTTP server: what every answer carries, whoever gives it, and how long a request may take to arrive. */
import type { Server } from 'node:http'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { forRequest } from './request-name.ts'
import { REQUEST_TIMES, watchBodies } from './request-times.ts'

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** `publicUrl`: where people reach it; over TLS, an answer says that it always will be (for one year). */
export function createHttpServer(fetch: Fetch, publicUrl: string): Server {
  const isSecure = new URL(publicUrl).protocol === 'https:'
  const server = createAdaptorServer({
    fetch(request, bindings) {
      const { incoming, outgoing } = bindings as HttpBindings
      // Straight into the head that is sent: by way of a Response, two headers would cost more than most answers.
      outgoing.setHeader('x-content-type-options', 'nosniff')
      if (isSecure) outgoing.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
      return forRequest(incoming, outgoing, () => fetch(request, { incoming, outgoing }))
    },
    serverOptions: REQUEST_TIMES,
  }) as Server
  watchBodies(server)
  return server
}
