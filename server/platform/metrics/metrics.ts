/**
 * GET /metrics in the text format of Prometheus, for holders of METRICS_TOKEN; where none is set there is no such
 * page.
 */
import type { Handler, MiddlewareHandler } from 'hono'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { PlatformContext } from '../context.ts'
import { clientAddress } from '../http/client-address.ts'
import { isSameText } from '../same-text.ts'
import { measureRequests } from './http-metrics.ts'

export type Metrics = {
  /** Stands before every door. */
  measure: MiddlewareHandler
  answer: Handler
  /** Brings up to date what is not counted as it happens. */
  refresh: () => Promise<void>
  /** Where the parts of this process register their metrics. */
  registry: Registry
}

/** Adds metrics to a registry; `refresh` runs before each scrape. */
export type AddFigures = (registry: Registry) => { refresh: () => Promise<void> }

/**
 * Null where no token is set: nothing is measured that nobody may read. `page`: how the page is read, where it is not of this
 * process alone.
 */
export function createMetrics(
  { env }: Pick<PlatformContext, 'env'>,
  addFigures: AddFigures,
  page: (registry: Registry) => () => Promise<string> = (own) => () => own.metrics(),
): Metrics | null {
  if (!env.METRICS_TOKEN) return null
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const figures = addFigures(registry)
  const expected = `Bearer ${env.METRICS_TOKEN}`
  const read = page(registry)
  return {
    measure: measureRequests(registry),
    async answer(c) {
      if (!isSameText(c.req.header('authorization') ?? '', expected)) {
        return c.text('Unauthorized', 401, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
      }
      await figures.refresh()
      return c.body(await read(), 200, {
        'content-type': registry.contentType,
        'cache-control': 'no-store',
        // What `tune doctor` compares: whom we take the caller for, and what we were told.
        'x-client-address': clientAddress(c),
        'x-forwarded-for': c.req.header('x-forwarded-for') ?? '',
      })
    },
    refresh: figures.refresh,
    registry,
  }
}
