/** Days and minutes as they are typed: `dd/MM/yyyy` and `dd/MM/yyyy HH:mm`, in both languages as they are shown everywhere. */

const TYPED = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2}))?$/
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?$/

/** `05/03/2026` is `2026-03-05`, `05/03/2026 14:07` is `2026-03-05T14:07`; null for what is no day, or no minute of one. */
export function readTypedDate(text: string): string | null {
  const [, day, month, year, hour, minute] = TYPED.exec(text) ?? []
  if (!day || !month || !year) return null
  const iso = `${year}-${month}-${day}`
  const time = hour === undefined ? '' : `T${hour}:${minute}`
  const instant = new Date(`${iso}${time || 'T00:00'}Z`)
  // The 31st of a shorter month would be a day of the next.
  const isDay = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${iso}${time}`)
  return isDay ? iso + time : null
}

/** The same the other way; empty for what is neither. */
export function writeTypedDate(iso: string): string {
  const [, year, month, day, time] = ISO.exec(iso) ?? []
  return day ? `${day}/${month}/${year}${time ? ` ${time}` : ''}` : ''
}
