/** Tables for spreadsheets, as those of the reader's language expect them: in Portuguese semicolons, decimal commas and the day first. */
import en from '#i18n/en/csv.json' with { type: 'json' }
import pt from '#i18n/pt/csv.json' with { type: 'json' }
import { saoPauloClock, writtenInSaoPaulo } from './sao-paulo.ts'
import type { Language } from './texts.ts'

/** The byte order mark: without it some spreadsheets assume another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

const SEPARATOR = { pt: ';', en: ',' } as const

export function csvLine(cells: string[], language: Language): string {
  return `${cells.map((text) => cell(text, language)).join(SEPARATOR[language])}\r\n`
}

/** Centavos in reais: `-1234,56`, in English `-1234.56`. */
export function csvAmount(centavos: number, language: Language): string {
  return csvNumber(centavos / 100, 2, language)
}

/** The same for a number of so many decimals. */
export function csvNumber(value: number, decimals: number, language: Language): string {
  return inNotation(value.toFixed(decimals).replace('.', ','), language)
}

const inNotation = (brazilian: string, language: Language) =>
  language === 'pt' ? brazilian : brazilian.replace(',', '.')

const WORDS = { pt, en }
export type CsvColumn = keyof typeof pt.columns

/** A column's heading in the reader's language. */
export function csvHeading(column: string, language: Language): string {
  return WORDS[language].columns[column as CsvColumn]
}

export function csvYesNo(value: boolean, language: Language): string {
  return value ? WORDS[language].yes : WORDS[language].no
}

/** Day and time in São Paulo: `05/03/2026 14:07:00`, in English `2026-03-05 14:07:00`, which no reader takes for the third of May. */
export function csvTime(instant: string, language: Language): string {
  const at = new Date(instant)
  if (language === 'pt') return writtenInSaoPaulo(at, language)
  return saoPauloClock(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** A day `2026-03-05` in the same form. */
export function csvDay(day: string, language: Language): string {
  return language === 'pt' ? day.split('-').toReversed().join('/') : day
}

const NUMBER = /^-?\d+[.,]\d\d$/

/** Where a spreadsheet may see the beginning of a cell, whatever it takes for a separator, and then of a formula. */
const FORMULA = /(^|[,;|\t\r\n])(\s*)(?=[=+\-@＝＋－＠\t\r])/g

/** Text that a spreadsheet takes for text. */
export function withoutFormula(text: string): string {
  return text.replace(FORMULA, "$1$2'")
}

/** Quoted where needed; text that could be taken for a formula is kept from becoming one. */
function cell(text: string, language: Language): string {
  const safe = NUMBER.test(text) ? text : withoutFormula(text)
  return /["\r\n]/.test(safe) || safe.includes(SEPARATOR[language]) ? `"${safe.replaceAll('"', '""')}"` : safe
}
