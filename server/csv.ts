/** Tables for spreadsheets: semicolons and decimal commas, as Brazilian ones read them. */
import { formatBRL } from '#domain/money.ts'

/** Comes first: without it some spreadsheets take the text for another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

export function csvLine(cells: string[]): string {
  return `${cells.map(cell).join(';')}\r\n`
}

/** `-R$ 1.234,56` → `-1234,56`. */
export function csvAmount(centavos: number): string {
  return formatBRL(centavos).replace(/R\$ |\./g, '')
}

/** Day and time in São Paulo. */
export function csvTime(instant: string): string {
  return dateTime.format(new Date(instant)).replace(',', '')
}

const NUMBER = /^-?\d+,\d\d$/

/** Quoted where needed; a name that begins like a formula is kept from becoming one. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const dateTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
})
