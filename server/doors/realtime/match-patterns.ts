/** Regular expressions of filters, which only the database understands and can be made to give up on. */
import type { Sql } from '../../platform/db/sql.ts'
import { isPattern, textOf, valueIn } from './filter.ts'
import type { Condition, Filter } from './parse-filter.ts'

/** Answers for one change; each pair of expression and text is asked about once. */
export type Matches = (filter: Filter, row: Record<string, unknown>) => Promise<boolean>

/** `sql` must limit the time of a statement: an expression that takes longer does not match. */
export function createMatches(sql: Sql): Matches {
  const asked = new Map<string, Promise<boolean>>()

  function isMatch({ operator, values: [pattern = ''] }: Condition, text: string): Promise<boolean> {
    const key = JSON.stringify([operator, pattern, text])
    const known = asked.get(key) ?? askDatabase(sql, operator === 'imatch', pattern, text)
    asked.set(key, known)
    return known
  }

  return async (filter, row) => {
    for (const condition of filter.filter(isPattern)) {
      const value = valueIn(condition, row)
      if (value === null || value === undefined) return false
      if ((await isMatch(condition, textOf(value))) === condition.negated) return false
    }
    return true
  }
}

async function askDatabase(sql: Sql, ignoresCase: boolean, pattern: string, text: string): Promise<boolean> {
  try {
    const [answer] = await sql<{ matches: boolean }[]>`
      select ${text}::text ${ignoresCase ? sql`~*` : sql`~`} ${pattern}::text as matches`
    return answer?.matches ?? false
  } catch (fault) {
    // The statement was cancelled, or the expression is too complex.
    if (/^(57014|54|22)/.test((fault as { code?: string }).code ?? '')) return false
    throw fault
  }
}
