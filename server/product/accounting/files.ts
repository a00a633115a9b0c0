/** The accountant's month as files: for a person's spreadsheet in their language, and for programs. */
import en from '#i18n/en/accounting-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/accounting-back-office.json' with { type: 'json' }
import { BYTE_ORDER_MARK, csvAmount, csvLine, csvTime, withoutFormula } from '../../platform/csv.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Language } from '../../platform/texts.ts'
import { countClosing, readBalances } from './balances.ts'
import { type Movement, readMovements } from './movements.ts'

const WORDS = { pt, en }
/** What has no word yet is told by its name. */
export const wordOf = (words: Record<string, string>, name: string) => words[name] ?? name

/** Opening balances, every transfer, closing balances. */
export async function* spreadsheet(sql: Sql, month: string, language: Language): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  const opened = await readBalances(sql, month)
  const counted = countClosing(opened)
  const words = WORDS[language]
  const line = (cells: string[]) => csvLine(cells, language)
  const balances = (side: 'opening' | 'closing', all: [account: string, balance: number][]) =>
    all
      .map(([name, balance]) =>
        line([words[side], wordOf(words.accounts, name), csvAmount(balance, language)]),
      )
      .join('')
  const opening = opened.accounts.map((row): [string, number] => [row.account, row.opening])
  yield balances('opening', opening) + line([])
  yield line(Object.values(words.columns))
  for await (const rows of readMovements(sql, month)) {
    counted.add(rows)
    yield rows.map((row) => line(cellsOf(row, language))).join('')
  }
  yield line([]) + balances('closing', [...counted.closing])
}

/** Whether a sale went back; nothing for what is no sale. */
export const refundedIn = ({ refunded }: Movement, language: Language): string =>
  refunded === null ? '' : WORDS[language].refunded[refunded]

/** In the order of `columns`. */
function cellsOf(row: Movement, language: Language): string[] {
  const words = WORDS[language]
  return [
    csvTime(row.at.toISOString(), language),
    wordOf(words.kinds, row.kind),
    wordOf(words.accounts, row.debit),
    wordOf(words.accounts, row.credit),
    csvAmount(row.amount, language),
    row.method ? wordOf(words.methods, row.method) : '',
    row.fee === null ? '' : csvAmount(row.fee, language),
    row.project ?? '',
    row.artist ?? '',
    row.person ?? '',
    row.document ?? '',
    row.payment ?? '',
    row.providerId ?? '',
    row.id,
    refundedIn(row, language),
  ]
}

/** Names and order stay; new columns come last. */
const COLUMNS = [
  'id',
  'at',
  'kind',
  'debit',
  'credit',
  'amount',
  'method',
  'fee',
  'payment',
  'providerId',
  'project',
  'artist',
  'person',
  'document',
  'refunded',
] as const satisfies (keyof Movement)[]

/** RFC 4180 without a byte order mark; an empty cell is unknown. */
export async function* machineFile(sql: Sql, month: string): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`
  for await (const rows of readMovements(sql, month))
    yield rows.map((row) => `${COLUMNS.map((column) => plainCell(row[column])).join(',')}\r\n`).join('')
}

/** Amounts are what they are; words of people run as no formula where somebody opens the file after all. */
const plainText = (value: string | number | null) =>
  typeof value === 'string' ? withoutFormula(value) : String(value ?? '')

function plainCell(value: Movement[keyof Movement]): string {
  const text = value instanceof Date ? value.toISOString() : plainText(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
