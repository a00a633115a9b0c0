/** Brazilian mobile numbers: +55, two digits of area, a nine, eight digits more. */

/** The input mask: zeros stand for digits (specification, section 9: `+55 (99) 9 9999-9999`). */
export const PHONE_MASK = '+{55} (00) {9} 0000-0000'

const SHOWN = /^\+55 \([1-9]\d\) 9 \d{4}-\d{4}$/

/** True for a number in the mask's form with an area code that can exist. */
export function isPhone(text: string): boolean {
  return SHOWN.test(text)
}

/** Stored form: `+55 (11) 9 8765-4321` → `+5511987654321`. */
export function normalisePhone(text: string): string {
  return `+${text.replace(/\D/g, '')}`
}

/** Display form: `+5511987654321` → `+55 (11) 9 8765-4321`. Anything else is returned unchanged. */
export function formatPhone(stored: string): string {
  const parts = /^\+55(\d{2})9(\d{4})(\d{4})$/.exec(stored)
  return parts ? `+55 (${parts[1]}) 9 ${parts[2]}-${parts[3]}` : stored
}
