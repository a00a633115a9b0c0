/** What a chart draws: a value for each day, beside the day so long before. */
import { formatBRL } from '#domain/money.ts'
import { languageTag } from '#i18n/language.ts'
import type { DayWire, FiguresWire } from '#server/product/operations/figures-contract.ts'
import { unbroken } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'

/** Null on a day that has no such value: of nothing there is no share. */
type Point = { day: string; value: number | null }

export type Series = {
  days: readonly (Point & { before: Point })[]
  /** Of all days together; null where there is none. */
  total: number | null
  before: number | null
  write(value: number): string
  /** How an axis up to this value says its own, which are round in the unit. */
  scale(most: number): Scale
}
export type Scale = { unit: number; tick(value: number): string }

type Figure = Exclude<keyof DayWire, 'day'>
type Days = Pick<FiguresWire, 'days' | 'before'>
type Words = Pick<Series, 'write' | 'scale'>

const numbers = (options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(languageTag(currentLanguage()), options)
const percent = (value: number) => numbers({ style: 'percent', maximumFractionDigits: 0 }).format(value)
const decimal = (value: number) => numbers({ maximumFractionDigits: 1 }).format(value)
const days = (count: number) =>
  numbers({ style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 }).format(count)
const SECONDS = { unit: 1000, say: (count: number) => `${decimal(count)} s` }
const DURATIONS = [
  { unit: 1, say: (count: number) => `${decimal(count)} ms` },
  SECONDS,
  { unit: 60_000, say: (count: number) => `${decimal(count)} min` },
  { unit: 3_600_000, say: (count: number) => `${decimal(count)} h` },
  { unit: 86_400_000, say: days },
] as const
/** In the largest unit that such a duration fills. */
function durationScale(most: number): Scale {
  const { unit, say } = DURATIONS.findLast((each) => most >= each.unit) ?? SECONDS
  return { unit, tick: (milliseconds) => unbroken(say(milliseconds / unit)) }
}

export const MONEY: Words = {
  write: (centavos) => unbroken(formatBRL(centavos)),
  scale: () => ({
    unit: 1,
    tick: (centavos) => {
      const reais = numbers({ notation: 'compact', maximumFractionDigits: 2 }).format(
        Math.abs(centavos) / 100,
      )
      return unbroken(`${centavos < 0 ? '− ' : ''}R$ ${reais}`)
    },
  }),
}
export const SHARE: Words = { write: percent, scale: () => ({ unit: 1, tick: percent }) }
export const DURATION: Words = {
  write: (milliseconds) => durationScale(milliseconds).tick(milliseconds),
  scale: durationScale,
}
export const TIMES: Words = { write: decimal, scale: () => ({ unit: 1, tick: decimal }) }

/** Events of each day, added up, or with `last` what stood at the end of each. */
export function amounts({ days, before }: Days, figure: Figure, words: Words, sum: 'sum' | 'last'): Series {
  const totalOf = (all: readonly DayWire[]) =>
    sum === 'sum' ? sumOf(all, figure) : (all.at(-1)?.[figure] ?? 0)
  return seriesOf(days, before, (day) => day[figure], totalOf, words)
}

/** How much of one there is for each of the other. */
export function ratio({ days, before }: Days, of: Figure, to: Figure, words: Words): Series {
  const divided = (one: number, other: number) => (other === 0 ? null : one / other)
  const totalOf = (all: readonly DayWire[]) => divided(sumOf(all, of), sumOf(all, to))
  return seriesOf(days, before, (day) => divided(day[of], day[to]), totalOf, words)
}

export function sumOf(days: readonly DayWire[], figure: Figure): number {
  return days.reduce((sum, day) => sum + day[figure], 0)
}

function seriesOf(
  days: readonly DayWire[],
  before: readonly DayWire[],
  of: (day: DayWire) => number | null,
  totalOf: (days: readonly DayWire[]) => number | null,
  words: Words,
): Series {
  const point = (day: DayWire | undefined) => ({ day: day?.day ?? '', value: day ? of(day) : null })
  return {
    days: days.map((day, index) => ({ ...point(day), before: point(before[index]) })),
    total: totalOf(days),
    before: totalOf(before),
    ...words,
  }
}

/** Whether there is anything to draw. */
export const isEmpty = ({ days }: Series) => days.every(({ value, before }) => !value && !before.value)

/** How much the whole has changed, `+12%`; null where there is nothing to compare with. */
export function changeOf({ total, before }: Series): string | null {
  if (total === null || !before || before < 0) return null
  const options = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const
  return numbers(options).format(total / before - 1)
}
