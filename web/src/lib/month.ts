/** Calendar days (`2026-11-25`) and months (`2026-11`) in São Paulo. */

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })

export function dayOf(instant: Date): string {
  return calendar.format(instant)
}

export function monthOf(instant: Date): string {
  return dayOf(instant).slice(0, 7)
}

/** The month `step` months after `month`. */
export function shiftMonth(month: string, step: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7)
}
