/** The statement as a table for spreadsheets: semicolons and decimal commas, as Brazilian ones read it. */
import { formatBRL } from '#domain/money.ts'
import type { StatementWire } from '#domain/wire/api.ts'
import type { Sql } from '../db/sql.ts'
import { type Language, statementText } from '../texts.ts'
import { readStatement, type StatementFilter } from './statement.ts'
import { decodeStatementKey } from './statement-key.ts'

const AT_ONCE = 500
const COLUMNS = ['when', 'what', 'project', 'amount', 'change', 'balance', 'id'] as const
/** Without it some spreadsheets take the text for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Page after page, as fast as it is read: never the whole history in memory. */
export async function* statementCsv(
  sql: Sql,
  fan: { uid: string; language: Language },
  filter: StatementFilter,
): AsyncGenerator<string> {
  const say = (key: string) => statementText(key, fan.language)
  yield BYTE_ORDER_MARK + line(COLUMNS.map((column) => say(`csv.${column}`)))
  for (let next: string | null = null, isFirst = true; isFirst || next; isFirst = false) {
    const after = next === null ? null : decodeStatementKey(next)
    const page: StatementWire = await readStatement(sql, fan.uid, filter, { limit: AT_ONCE, after })
    yield page.data
      .map((movement) =>
        line([
          dateTime.format(new Date(movement.at)).replace(',', ''),
          say(`kind.${movement.kind}`),
          movement.project ?? '',
          decimal(movement.amount),
          decimal(movement.change),
          decimal(movement.balance),
          movement.id,
        ]),
      )
      .join('')
    next = page.next
  }
}

function line(cells: string[]): string {
  return `${cells.map(cell).join(';')}\r\n`
}

const NUMBER = /^-?\d+,\d\d$/

/** Quoted where needed; a name that begins like a formula is kept from becoming one. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** `-R$ 1.234,56` → `-1234,56`. */
function decimal(centavos: number): string {
  return formatBRL(centavos).replace(/R\$ |\./g, '')
}

const dateTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
})
