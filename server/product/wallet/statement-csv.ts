/** The statement as a file for spreadsheets. */

import { movementKey } from '#domain/statement.ts'
import { BYTE_ORDER_MARK, csvAmount, csvLine, csvTime } from '../../platform/csv.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { type Language, statementText } from '../../platform/texts.ts'
import type { StatementWire } from './contract.ts'
import { readStatement, type StatementFilter } from './statement.ts'
import { decodeStatementKey } from './statement-key.ts'

const AT_ONCE = 500
const COLUMNS = ['when', 'what', 'project', 'amount', 'change', 'balance', 'fee', 'id'] as const

/** Page by page, as fast as it is read: never the whole history in memory. */
export async function* statementCsv(
  sql: Sql,
  { uid, language }: { uid: string; language: Language },
  filter: StatementFilter,
): AsyncGenerator<string> {
  const say = (key: string) => statementText(key, language)
  yield BYTE_ORDER_MARK +
    csvLine(
      COLUMNS.map((column) => say(`csv.${column}`)),
      language,
    )
  for (let next: string | null = null, isFirst = true; isFirst || next; isFirst = false) {
    const after = next === null ? null : decodeStatementKey(next)
    const page: StatementWire = await readStatement(sql, uid, filter, { limit: AT_ONCE, after })
    yield page.data
      .map((movement) =>
        csvLine(
          [
            csvTime(movement.at, language),
            say(movementKey(movement)),
            movement.project ?? '',
            csvAmount(movement.amount, language),
            csvAmount(movement.change, language),
            csvAmount(movement.balance, language),
            movement.fee ? csvAmount(movement.fee, language) : '',
            movement.id,
          ],
          language,
        ),
      )
      .join('')
    next = page.next
  }
}
