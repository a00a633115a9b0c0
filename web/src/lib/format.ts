/** Dates and addresses for people. Money is `formatBRL` of #domain/money.ts. */

/** Created with the first date: a calendar takes a slow phone tens of milliseconds. */
const calendar = once(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

function dayAndTime(iso: string): { day: string; hour: string; minute: string } {
  const part = Object.fromEntries(
    calendar()
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  )
  return { day: `${part.day}/${part.month}/${part.year}`, hour: `${part.hour}`, minute: `${part.minute}` }
}

/** `dd/MM/yyyy 'às' HH'h'mm` in Portuguese, `dd/MM/yyyy 'at' HH:mm` in English, in the reader's time zone. */
export function formatMoment(iso: string, language: 'pt' | 'en'): string {
  const { day, hour, minute } = dayAndTime(iso)
  return language === 'pt' ? `${day} às ${hour}h${minute}` : `${day} at ${hour}:${minute}`
}

/** `dd/MM/yyyy 'às' HH:mm` (in English `at`), in the reader's time zone: withdrawals. */
export function formatNews(iso: string, language: 'pt' | 'en'): string {
  const { day, hour, minute } = dayAndTime(iso)
  return `${day} ${language === 'pt' ? 'às' : 'at'} ${hour}:${minute}`
}

/**
 * The same in São Paulo, wherever the reader is, and whether that is what their own clock shows: notifications, whose texts
 * name hours of São Paulo.
 */
export function formatNewsInSaoPaulo(
  iso: string,
  language: 'pt' | 'en',
): { written: string; isLocal: boolean } {
  const [day, time] = formatInSaoPaulo(iso).split(' ')
  const written = `${day} ${language === 'pt' ? 'às' : 'at'} ${time}`
  return { written, isLocal: written === formatNews(iso, language) }
}

/** `dd/MM/yyyy HH:mm`, in the reader's time zone: lists and tables. */
export function formatDateTime(iso: string): string {
  const { day, hour, minute } = dayAndTime(iso)
  return `${day} ${hour}:${minute}`
}

/**
 * An instant (milliseconds since 1970) within a sentence: `às 14:32` on the day of `now`, otherwise `em 05/03
 * às 14:32` (in English `at 14:32`, `on 05/03 at 14:32`), in the reader's time zone.
 */
export function formatWhen(instant: number, now: number, language: 'pt' | 'en'): string {
  const { day, hour, minute } = dayAndTime(new Date(instant).toISOString())
  const isToday = dayAndTime(new Date(now).toISOString()).day === day
  const clock = `${language === 'pt' ? 'às' : 'at'} ${hour}:${minute}`
  if (isToday) return clock
  return `${language === 'pt' ? 'em' : 'on'} ${day.slice(0, 5)} ${clock}`
}

const houseClock = once(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      timeZone: 'America/Sao_Paulo',
      dateStyle: 'short',
      timeStyle: 'short',
    }),
)

/** `dd/MM/yyyy 'às' HH'h'mm` in São Paulo (in English `at HH:mm`): sentences of the back office. */
export function formatMomentInSaoPaulo(iso: string, language: 'pt' | 'en'): string {
  const [day = '', time = ''] = formatInSaoPaulo(iso).split(' ')
  return language === 'pt' ? `${day} às ${time.replace(':', 'h')}` : `${day} at ${time}`
}

/** `dd/MM/yyyy HH:mm` in São Paulo, wherever the reader is: statements, receipts and the back office. */
export function formatInSaoPaulo(iso: string): string {
  return houseClock().format(new Date(iso)).replace(',', '')
}

/** `novembro de 2026`, in English `November 2026`, in São Paulo. */
export function formatMonth(iso: string, language: 'pt' | 'en'): string {
  const options = { timeZone: 'America/Sao_Paulo', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en', options).format(new Date(iso))
}

/** A rate in basis points (hundredths of a per cent): 399 is `3,99%`, in English `3.99%`. */
export function formatRate(basisPoints: number, language: 'pt' | 'en'): string {
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
