/** Dates as they are typed: `dd/MM/yyyy` and `dd/MM/yyyy HH:mm`, the same in both languages. */

const TYPED = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2}))?$/
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?$/

/** `05/03/2026` is `2026-03-05`, `05/03/2026 14:07` is `2026-03-05T14:07`; null for anything that is not a date. */
export function readTypedDate(text: string): string | null {
  const [, day, month, year, hour, minute] = TYPED.exec(text) ?? []
  if (!day || !month || !year) return null
  const iso = `${year}-${month}-${day}`
  const time = hour === undefined ? '' : `T${hour}:${minute}`
  const instant = new Date(`${iso}${time || 'T00:00'}Z`)
  // `Date` would turn the 31st of a shorter month into a day of the next.
  const isDay = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${iso}${time}`)
  return isDay ? iso + time : null
}

/** The inverse; empty for anything that is not a date. */
export function writeTypedDate(iso: string): string {
  const [, year, month, day, time] = ISO.exec(iso) ?? []
  return day ? `${day}/${month}/${year}${time ? ` ${time}` : ''}` : ''
}
