/** What clocks in São Paulo show. */
import { writtenDay } from '#i18n/day.ts'
import type { Language } from '#i18n/language.ts'

const HOUR_MS = 3_600_000
let made: Intl.DateTimeFormat | undefined
/** Of the hour of UTC that was asked about last: lists go through time, and asking the calendar takes most of writing a row. */
let known = { hour: Number.NaN, aheadMs: 0 }

/** A date whose UTC fields are those that a clock in São Paulo shows. It is only ever set at whole hours of UTC. */
export function saoPauloClock(instant: Date): Date {
  const hour = Math.floor(instant.getTime() / HOUR_MS)
  if (hour !== known.hour) known = { hour, aheadMs: aheadAt(hour * HOUR_MS) }
  return new Date(instant.getTime() + known.aheadMs)
}

/** As people write it: `05/03/2026 14:07:00`, in English `5 Mar 2026 14:07:00`. */
export function writtenInSaoPaulo(instant: Date, language: Language): string {
  const shown = saoPauloClock(instant).toISOString()
  return `${writtenDay(shown.slice(0, 10), language)} ${shown.slice(11, 19)}`
}

function aheadAt(ms: number): number {
  return Date.parse(`${clock().format(ms).replace(' ', 'T')}Z`) - ms
}

/** Made when first needed: loading the calendars takes a tenth of a process's start. Swedes write `2026-03-05 14:07:00`. */
function clock(): Intl.DateTimeFormat {
  made ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return made
}
