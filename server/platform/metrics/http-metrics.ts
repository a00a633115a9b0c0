/** Request durations by door, method and class of status: a bounded set of labels, whatever strangers send. */
import type { MiddlewareHandler } from 'hono'
import { Histogram, type Registry } from 'prom-client'

/** Seconds. A bid should be answered within 50 ms; an export may take a while. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const DOORS = [
  ['/api/v1/admin/', 'admin'],
  ['/api/v1/', 'api'],
  ['/auth/v1/', 'auth'],
  ['/rest/v1/', 'rest'],
  ['/storage/v1/', 'storage'],
  ['/webhooks/', 'webhooks'],
] as const
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])

function doorOf(path: string): string {
  for (const [prefix, door] of DOORS) if (path.startsWith(prefix)) return door
  return 'pages'
}

/** Counts in memory only: no round trip, and one object for each combination of labels, however many requests. */
export function measureRequests(registry: Registry): MiddlewareHandler {
  const histogram = new Histogram({
    name: 'tune_http_request_duration_seconds',
    help: 'From a request’s arrival until its answer begins.',
    labelNames: ['door', 'method', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const series = new Map<string, Histogram.Internal<'door' | 'method' | 'status'>>()

  return async (c, next) => {
    const began = performance.now()
    await next()
    const door = doorOf(c.req.path)
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    const status = `${Math.floor(c.res.status / 100)}xx`
    const key = door + method + status
    let known = series.get(key)
    if (!known) {
      known = histogram.labels({ door, method, status })
      series.set(key, known)
    }
    known.observe((performance.now() - began) / 1000)
  }
}
