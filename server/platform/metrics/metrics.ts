/** GET /metrics in the text format of Prometheus, for whoever holds METRICS_TOKEN; where none is set there is no such page. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Handler, MiddlewareHandler } from 'hono'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { RealtimeFigures } from '../../doors/realtime/counts.ts'
import { createBusinessMetrics } from '../../product/operations/business-metrics.ts'
import type { ServerContext } from '../context.ts'
import { measureRequests } from './http-metrics.ts'
import { addRealtimeMetrics } from './realtime-metrics.ts'

export type Metrics = {
  /** Stands before every door. */
  measure: MiddlewareHandler
  answer: Handler
  watchRealtime: (read: () => RealtimeFigures) => void
}

/** Null where no token is set: nothing is measured that nobody may read. */
export function createMetrics({ env, sql, log }: Pick<ServerContext, 'env' | 'sql' | 'log'>): Metrics | null {
  if (!env.METRICS_TOKEN) return null
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const business = createBusinessMetrics(registry, sql, log)
  const expected = digest(`Bearer ${env.METRICS_TOKEN}`)
  return {
    measure: measureRequests(registry),
    async answer(c) {
      // Digests have one length, so that the comparison tells nothing of the token's.
      if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) {
        return c.text('Unauthorized', 401, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
      }
      await business.refresh()
      return c.body(await registry.metrics(), 200, {
        'content-type': registry.contentType,
        'cache-control': 'no-store',
      })
    },
    watchRealtime: (read) => addRealtimeMetrics(registry, read),
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
