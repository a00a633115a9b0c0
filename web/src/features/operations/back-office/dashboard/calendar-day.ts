/** `2026-11-21` → `21/11`. */
export function calendarDay(day: string): string {
  return day.split('-').slice(1).toReversed().join('/')
}
