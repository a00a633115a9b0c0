/** The database's figures as gauges: read at most every ten seconds, however many ask; the hourly ones aside. */
import { Gauge, type Registry } from 'prom-client'
import type { ServerContext } from '../../context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { AddFigures } from '../../platform/metrics/metrics.ts'
import { type FigureRow, OPERATING_FIGURES, type Pace } from './operating-figures.ts'

const SCRAPE_MS = 10_000
const HOUR_MS = 3_600_000

/** The hourly figures are counted in the background. */
export const addBusinessMetrics =
  (ctx: Pick<ServerContext, 'sql' | 'recent' | 'log'>): AddFigures =>
  (registry) =>
    createBusinessMetrics(registry, ctx)

function createBusinessMetrics(
  registry: Registry,
  { sql, recent, log }: Pick<ServerContext, 'sql' | 'recent' | 'log'>,
): { refresh: () => Promise<void> } {
  const gauges = new Map(
    OPERATING_FIGURES.map(({ name, help, label }) => [
      name,
      new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] }),
    ]),
  )
  for (const { name, label } of OPERATING_FIGURES) empty(gauges.get(name), label)
  const up = new Gauge({
    name: 'tune_database_up',
    help: 'Whether the figures could be read: 1, or 0.',
    registers: [registry],
  })
  let countedAt: number | null = null
  new Gauge({
    name: 'tune_faults_age_seconds',
    help: 'How long ago this process counted the figures that look at whole tables.',
    registers: [registry],
    collect() {
      this.remove()
      if (countedAt !== null) this.set((Date.now() - countedAt) / 1000)
    },
  })

  // What looks at whole tables may be a second old; the others also say whether the database itself answers.
  const readAt = (pace: Pace) =>
    pace === 'hour' ? recent((one) => readOperatingFigures(one, pace)) : readOperatingFigures(sql, pace)

  async function read(pace: Pace): Promise<boolean> {
    const figures = await readAt(pace).catch((fault) => {
      log.error({ err: fault, pace }, 'the operating figures could not be read')
      return null
    })
    for (const { name, label } of OPERATING_FIGURES.filter((figure) => figure.pace === pace)) {
      const gauge = gauges.get(name)
      // Stale figures must not look fresh. Hourly figures come with their age.
      if (!gauge || (!figures && pace === 'hour')) continue
      empty(gauge, label)
      for (const row of figures?.get(name) ?? []) {
        if (label) gauge.set({ [label]: row.label ?? '' }, row.value)
        else gauge.set(row.value)
      }
    }
    return figures !== null
  }

  const scrape = atMostEvery(SCRAPE_MS, async () => up.set((await read('scrape')) ? 1 : 0))
  const count = atMostEvery(HOUR_MS, async () => {
    if (await read('hour')) countedAt = Date.now()
  })
  return {
    async refresh() {
      void count()
      await scrape()
    },
  }
}

/** A gauge without labels reports 0 until it is set, which would be wrong. */
function empty(gauge: Gauge | undefined, label: string | undefined): void {
  gauge?.reset()
  if (!label) gauge?.remove()
}

/** Calls within `ms` of the last start share its result. */
function atMostEvery(ms: number, work: () => Promise<void>): () => Promise<void> {
  let last: { at: number; done: Promise<void> } | null = null
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= ms) last = { at: now, done: work() }
    return last.done
  }
}

/** A slower statement is cancelled: a scrape does not wait longer, and an hourly count holds no table longer. */
const STATEMENT_MS = { scrape: 2000, hour: 300_000 } as const

/** All figures of one pace, as of one instant. */
async function readOperatingFigures(sql: Sql, pace: Pace): Promise<Map<string, FigureRow[]>> {
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`select set_config('statement_timeout', ${String(STATEMENT_MS[pace])}, true)`
    const read = new Map<string, FigureRow[]>()
    for (const figure of OPERATING_FIGURES.filter((known) => known.pace === pace)) {
      read.set(figure.name, [...(await tx<FigureRow[]>`${figure.rows(tx)}`)])
    }
    return read
  })) as Map<string, FigureRow[]>
}
