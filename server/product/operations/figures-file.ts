/** The figures of each day as a spreadsheet. */
import { BYTE_ORDER_MARK, csvAmount, csvDay, csvHeading, csvLine, csvNumber } from '../../platform/csv.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Language } from '../../platform/texts.ts'
import { readDays } from './figures.ts'
import type { DayWire } from './figures-contract.ts'
import type { Span } from './figures-span.ts'

const HOUR_MS = 3_600_000
const whole = (count: number) => String(count)

const COLUMNS = {
  volume: csvAmount,
  fees: csvAmount,
  held: csvAmount,
  issued: whole,
  played: whole,
  resold: whole,
  resale: csvAmount,
  firstPrice: csvAmount,
  waited: (milliseconds: number, language: Language) => csvNumber(milliseconds / HOUR_MS, 2, language),
  bids: whole,
} satisfies { [Each in Exclude<keyof DayWire, 'day'>]: (value: number, language: Language) => string }

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** A line for each day, and beside it the day so long before. */
export async function* figuresFile(sql: Sql, span: Span, language: Language): AsyncGenerator<string> {
  const headings = ['day', ...NAMES].map((column) => csvHeading(column, language))
  const earlier = csvHeading('before', language)
  yield BYTE_ORDER_MARK +
    csvLine([...headings, ...headings.map((heading) => `${earlier}: ${heading}`)], language)
  const { days, before } = await readDays(sql, span)
  const cellsOf = (day: DayWire | undefined) =>
    day
      ? [csvDay(day.day, language), ...NAMES.map((name) => COLUMNS[name](day[name], language))]
      : headings.map(() => '')
  yield days.map((day, index) => csvLine([...cellsOf(day), ...cellsOf(before[index])], language)).join('')
}
