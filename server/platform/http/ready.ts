/**
 * What tells a supervisor and a load balancer about this process: `/health`, that it lives; `/ready`, that it can do its work;
 * `/metrics`, what it measures.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { isMigrated } from '../db/migrate.ts'
import { readSchema } from '../db/schema-files.ts'
import type { Sql } from '../db/sql.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { ROOT } from '../root.ts'

/** `database`: it does not answer; `schema`: it lacks what this version needs; `ending`: the process was asked to end. */
type Readiness = 'ready' | 'ending' | 'database' | 'schema'

/** A database that takes longer serves nobody. */
const PATIENCE_MS = 1000

/** Whoever asks while an answer is being found shares it: anybody may ask, and the database is asked once. */
function createReadiness(sql: Sql, isEnding: () => boolean): () => Promise<Readiness> {
  let schema: ReturnType<typeof readSchema> | null = null
  let asking: Promise<Readiness> | null = null

  async function ask(): Promise<Readiness> {
    schema ??= readSchema(ROOT)
    const known = await schema
    const silence = sleep(PATIENCE_MS, 'database' as const, { ref: false })
    const answer = isMigrated(sql, known).then(
      (isWhole) => (isWhole ? ('ready' as const) : ('schema' as const)),
      () => 'database' as const,
    )
    return Promise.race([answer, silence])
  }

  return async () => {
    if (isEnding()) return 'ending'
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}

/** Without `metrics` there is no such page. The others say so once the process `isEnding`. */
export function statusPages(sql: Sql, metrics: Metrics | null, isEnding: () => boolean): Hono {
  const app = new Hono()
  app.get('/metrics', metrics?.answer ?? ((c) => c.text('Not Found', 404)))
  const readiness = createReadiness(sql, isEnding)
  app.get('/health', (c) => (isEnding() ? c.json({ status: 'ending' }, 503) : c.json({ status: 'ok' })))
  app.get('/ready', async (c) => {
    const status = await readiness()
    return c.json({ status }, status === 'ready' ? 200 : 503)
  })
  return app
}
