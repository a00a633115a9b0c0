/** Reads what is declared in operating-figures.ts. */
import type { Sql } from '../../platform/db/sql.ts'
import { type FigureRow, OPERATING_FIGURES, type Pace } from './operating-figures.ts'

/** A slower statement is cancelled: a scrape does not wait longer, and an hourly count holds no table longer. */
const STATEMENT_MS = { scrape: 2000, hour: 300_000 } as const

/** All figures of one pace, as of one instant. */
export async function readOperatingFigures(sql: Sql, pace: Pace): Promise<Map<string, FigureRow[]>> {
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`select set_config('statement_timeout', ${String(STATEMENT_MS[pace])}, true)`
    const read = new Map<string, FigureRow[]>()
    for (const figure of OPERATING_FIGURES.filter((known) => known.pace === pace)) {
      read.set(figure.name, [...(await tx<FigureRow[]>`${figure.rows(tx)}`)])
    }
    return read
  })) as Map<string, FigureRow[]>
}
