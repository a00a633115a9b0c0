/** Dates and addresses for people. Money is `formatBRL` of #domain/money.ts, and a day's own form is that of #i18n/day.ts. */
import { writtenDay, writtenDayOfYear } from '#i18n/day.ts'
import type { Language } from '#i18n/language.ts'

/** What a clock shows: `yyyy-MM-dd`, and `HH` and `mm`. */
type Shown = { day: string; hour: string; minute: string }

/** Created with the first date: a calendar takes a slow phone tens of milliseconds. */
function clockIn(timeZone: string | undefined): (iso: string) => Shown {
  const calendar = once(
    () =>
      new Intl.DateTimeFormat('pt-BR', {
        timeZone,
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  )
  return (iso) => {
    const part = Object.fromEntries(
      calendar()
        .formatToParts(new Date(iso))
        .map(({ type, value }) => [type, value]),
    )
    return { day: `${part.year}-${part.month}-${part.day}`, hour: `${part.hour}`, minute: `${part.minute}` }
  }
}

const readersClock = clockIn(undefined)
const houseClock = clockIn('America/Sao_Paulo')

const inTable = ({ day, hour, minute }: Shown, language: Language) =>
  `${writtenDay(day, language)} ${hour}:${minute}`

const inNews = ({ day, hour, minute }: Shown, language: Language) =>
  `${writtenDay(day, language)} ${language === 'pt' ? 'às' : 'at'} ${hour}:${minute}`

/** `dd/MM/yyyy 'às' HH'h'mm`, in English `d MMM yyyy 'at' HH:mm`, in the reader's time zone: tokens, the shelf and gifts. */
export function formatTokenMoment(iso: string, language: Language): string {
  const shown = readersClock(iso)
  if (language !== 'pt') return inNews(shown, language)
  return `${writtenDay(shown.day, language)} às ${shown.hour}h${shown.minute}`
}

/** `dd/MM/yyyy 'às' HH:mm`, in English `d MMM yyyy 'at' HH:mm`, in the reader's time zone: notifications, and sentences elsewhere. */
export function formatMoment(iso: string, language: Language): string {
  return inNews(readersClock(iso), language)
}

/** `dd/MM/yyyy HH:mm`, in English `d MMM yyyy HH:mm`, in the reader's time zone: lists and tables. */
export function formatDateTime(iso: string, language: Language): string {
  return inTable(readersClock(iso), language)
}

/** A day `yyyy-MM-dd` without its year: `05/03`, in English `5 Mar`; empty for no day. */
export function formatDayOfYear(day: string, language: Language): string {
  return day && writtenDayOfYear(day, language)
}

/** `HH:mm`, in the reader's time zone. */
export function formatHour(iso: string): string {
  const { hour, minute } = readersClock(iso)
  return `${hour}:${minute}`
}

/**
 * An instant (milliseconds since 1970) within a sentence: `às 14:32` on the day of `now`, otherwise `em 05/03
 * às 14:32` (in English `at 14:32`, `on 5 Mar at 14:32`), in the reader's time zone.
 */
export function formatWhen(instant: number, now: number, language: Language): string {
  const { day, hour, minute } = readersClock(new Date(instant).toISOString())
  const isToday = readersClock(new Date(now).toISOString()).day === day
  const clock = `${language === 'pt' ? 'às' : 'at'} ${hour}:${minute}`
  if (isToday) return clock
  return `${language === 'pt' ? 'em' : 'on'} ${writtenDayOfYear(day, language)} ${clock}`
}

/** `dd/MM/yyyy 'às' HH:mm` in São Paulo (in English `d MMM yyyy 'at' HH:mm`): sentences of the back office. */
export function formatMomentInSaoPaulo(iso: string, language: Language): string {
  return inNews(houseClock(iso), language)
}

/**
 * `dd/MM/yyyy HH:mm` in São Paulo, in English `d MMM yyyy HH:mm`, wherever the reader is: receipts, an artist's statement and
 * the back office.
 */
export function formatInSaoPaulo(iso: string, language: Language): string {
  return inTable(houseClock(iso), language)
}

/** An ISO instant as `yyyy-MM-ddTHH:mm` in São Paulo: fields of date and hour. */
export function saoPauloMoment(iso: string): string {
  const { day, hour, minute } = houseClock(iso)
  return `${day}T${hour}:${minute}`
}

/** The instant (milliseconds since 1970) at which clocks in São Paulo show `yyyy-MM-ddTHH:mm`; NaN for no moment. */
export function saoPauloInstant(moment: string): number {
  const shown = Date.parse(`${moment}Z`)
  if (Number.isNaN(shown)) return Number.NaN
  const ahead = (at: number) => Date.parse(`${saoPauloMoment(new Date(at).toISOString())}Z`) - at
  // How far the clocks are ahead is first asked hours beside the instant: the second answer is right beside a change of theirs.
  return shown - ahead(shown - ahead(shown))
}

/** `novembro de 2026`, in English `November 2026`, in the reader's time zone. */
export function formatMonth(iso: string, language: Language): string {
  const options = { month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en', options).format(new Date(iso))
}

/** A rate in basis points (hundredths of a per cent): 399 is `3,99%`, in English `3.99%`. */
export function formatRate(basisPoints: number, language: Language): string {
  const options = { style: 'percent', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', options).format(basisPoints / 10_000)
}

/** Keeps a short text on one line: `R$ 1,00` must not break after `R$`. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

/** The same for the amounts within a sentence. */
export function unbrokenAmounts(sentence: string): string {
  return sentence.replace(/R\$ (?=\d)/g, 'R$\u00a0')
}

/** `0x1234…abcd`: enough of an address to recognise it. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
