/**
 * The accountant's month as a workbook: the rows of `spreadsheet`, with amounts that can be summed and instants that can be
 * sorted. Written while it is read.
 */
import type { CellValue, ColumnDef } from 'hucre'
import en from '#i18n/en/accounting-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/accounting-back-office.json' with { type: 'json' }
import type { Sql } from '../../platform/db/sql.ts'
import { saoPauloClock } from '../../platform/sao-paulo.ts'
import type { Language } from '../../platform/texts.ts'
import { xmlText } from '../../platform/xml-text.ts'
import { countClosing, readBalances } from './balances.ts'
import { refundedIn, wordOf } from './files.ts'
import { type Movement, readMovements } from './movements.ts'

const WORDS = { pt, en }
type Column = keyof typeof pt.columns

/** A spreadsheet shows the separators of its reader's computer; only the order of a date is ours to choose. */
const REAIS = '"R$" #,##0.00;-"R$" #,##0.00'
const INSTANT = { pt: 'dd/mm/yyyy hh:mm:ss', en: 'yyyy-mm-dd hh:mm:ss' } as const
/** In characters. */
const WIDTHS: Partial<Record<Column, number>> = { at: 20, amount: 16, fee: 16, method: 14, document: 16 }
const WIDTH = 28

export async function workbook(
  sql: Sql,
  month: string,
  language: Language,
): Promise<ReadableStream<Uint8Array>> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  return writeXlsxStream(rowsOf(sql, month, language), {
    name: month,
    columns: columnsIn(language),
    freezePane: { rows: 1 },
  })
}

function columnsIn(language: Language): ColumnDef[] {
  const formats: Partial<Record<string, string>> = { at: INSTANT[language], amount: REAIS, fee: REAIS }
  return Object.entries(WORDS[language].columns).map(([name, header]) => {
    const numFmt = formats[name]
    return { header, width: WIDTHS[name as Column] ?? WIDTH, ...(numFmt && { style: { numFmt } }) }
  })
}

/** Opening balances, every transfer, closing balances: a balance stands in the columns of what it is. */
async function* rowsOf(sql: Sql, month: string, language: Language): AsyncGenerator<CellValue[]> {
  const opened = await readBalances(sql, month)
  const counted = countClosing(opened)
  const words = WORDS[language]
  const balanceRow = (side: 'opening' | 'closing', name: string, balance: number) => [
    null,
    words[side],
    null,
    wordOf(words.accounts, name),
    reais(balance),
  ]
  yield* opened.accounts.map(({ account, opening }) => balanceRow('opening', account, opening))
  for await (const rows of readMovements(sql, month)) {
    counted.add(rows)
    for (const row of rows) yield cellsOf(row, language)
  }
  for (const [name, balance] of counted.closing) yield balanceRow('closing', name, balance)
}

/** In the order of `columns`. */
function cellsOf(row: Movement, language: Language): CellValue[] {
  const words = WORDS[language]
  return [
    inSaoPaulo(row.at),
    wordOf(words.kinds, row.kind),
    wordOf(words.accounts, row.debit),
    wordOf(words.accounts, row.credit),
    reais(row.amount),
    row.method && wordOf(words.methods, row.method),
    row.fee === null ? null : reais(row.fee),
    row.project,
    row.artist,
    row.person,
    row.document,
    row.payment,
    row.providerId,
    row.id,
    refundedIn(row, language),
  ].map((cell) => (typeof cell === 'string' ? cellText(cell) : cell))
}

/** As it was written: what looks like an escaped character (ECMA-376, part 1, 22.9.2.19) would be shown as that character. */
const cellText = (text: string): string => xmlText(text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

/** Exact to the centavo up to 2^53 of them. */
const reais = (centavos: number): number => centavos / 100

/** A cell's date has no time zone: it is what a clock in São Paulo showed, to the second. */
const inSaoPaulo = (instant: Date): Date => {
  const shown = saoPauloClock(instant)
  shown.setUTCMilliseconds(0)
  return shown
}
