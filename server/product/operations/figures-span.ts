/** The calendar days in São Paulo that figures are asked for. */
import { isNonsense } from '../back-office/filters.ts'

const UNASKED_DAYS = 30
/** More than a year, a leap year included, and the same time before it are still a thousand small rows. */
const MOST_DAYS = 366
const DAY_MS = 86_400_000

/** `yyyy-MM-dd`; `before` is the first of as many days before. */
export type Span = { before: string; first: string; last: string; days: number }

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
const later = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Null where it ends before it begins, or is longer than a year. */
export function spanOf(asked: { from: string | null; to: string | null }): Span | null {
  const last = asked.to ?? today()
  const first = asked.from ?? later(last, 1 - UNASKED_DAYS)
  if (isNonsense({ from: first, to: last })) return null
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return days > MOST_DAYS ? null : { before: later(first, -days), first, last, days }
}
