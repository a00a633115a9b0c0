/**
 * How long a caller may take to send a request: its head at once, a small body within seconds, a large one as long as it
 * goes on arriving. Node itself would hold a half-sent request open for minutes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** In milliseconds. The last resort is for callers who send as slowly as they may. */
export const REQUEST_TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 600_000,
  connectionsCheckingInterval: 2_000,
}

/** A body may take `freeMs`; from then on its connection has to bring `bytes` in every `everyMs`. */
export const BODY_PACE = { freeMs: 20_000, everyMs: 5_000, bytes: 16 * 1024 }

type Pace = typeof BODY_PACE
type Arriving = { request: IncomingMessage; response: ServerResponse; since: number; bytes: number }

/** Answers 408 and closes the connection of whoever falls behind `pace`. */
export function watchBodies(server: Server, pace: Pace = BODY_PACE): void {
  const arriving = new Set<Arriving>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const entry = { request, response, since: Date.now(), bytes: request.socket.bytesRead }
    arriving.add(entry)
    response.once('close', () => arriving.delete(entry))
  })
  const look = setInterval(() => {
    for (const entry of arriving) {
      if (entry.request.complete || entry.request.destroyed) arriving.delete(entry)
      else if (isBehind(entry, pace)) cutOff(entry.request, entry.response)
    }
  }, pace.everyMs)
  look.unref()
  server.once('close', () => clearInterval(look))
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function isBehind(entry: Arriving, { freeMs, bytes }: Pace): boolean {
  const { bytesRead } = entry.request.socket
  const came = bytesRead - entry.bytes
  entry.bytes = bytesRead
  return Date.now() - entry.since > freeMs && came < bytes
}

/** Answers 408, unless an answer has begun, and closes the connection. */
export function cutOff({ socket }: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}
