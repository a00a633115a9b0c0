/** Stripe's search language (docs.stripe.com/search), for payment intents: clauses of equality joined by AND. */
import type { Call } from './call.ts'
import { invalidRequest } from './errors.ts'
import { pageSize } from './lists.ts'
import { allowOnly, integer, requiredText, text } from './params.ts'

const CLAUSE =
  /^(-?)(?:metadata\[['"]([\w .:-]+)['"]\]|(status|currency|amount|created))\s*(:|>=|<=|>|<)\s*(?:['"]([^'"]*)['"]|(\d+)|(null))$/i
const NUMERIC = ['amount', 'created']

/**
 * GET /v1/payment_intents/search. With Stripe, a new object may take a minute to be found; here it is found at once.
 */
export function searchPaymentIntents(call: Call): object {
  allowOnly(call.params, ['query', 'limit', 'page'])
  const clauses = requiredText(call.params, 'query')
    .split(/\s+AND\s+/i)
    .map((clause) => sqlOf(clause.trim()))
  const limit = pageSize(call)
  const page = text(call.params, 'page')
  const offset = page === null ? 0 : (integer(call.params, 'page') ?? 0)
  const found = call.store.select(
    'payment_intent',
    clauses.map(({ sql }) => sql),
    clauses.flatMap(({ values }) => values),
    offset + limit + 1,
  )
  const hasMore = found.length > offset + limit
  return {
    object: 'search_result',
    data: found.slice(offset, offset + limit),
    has_more: hasMore,
    next_page: hasMore ? String(offset + limit) : null,
    url: '/v1/payment_intents/search',
  }
}

function sqlOf(clause: string): { sql: string; values: (string | number)[] } {
  const match = CLAUSE.exec(clause)
  if (match === null) {
    throw invalidRequest(`We were unable to parse your search query: ${clause}`, { param: 'query' })
  }
  const [, negated, metadataKey, field = '', operator, quoted, digits, absent] = match
  const not = negated === '-' ? 'not ' : ''
  const path = metadataKey === undefined ? `$.${field.toLowerCase()}` : `$.metadata."${metadataKey}"`
  if (absent !== undefined) return { sql: `${not}(body ->> ? is null)`, values: [path] }
  const value = quoted ?? digits ?? ''
  const isNumber = metadataKey === undefined && NUMERIC.includes(field.toLowerCase())
  const sqlOperator = operator === ':' ? '=' : isNumber ? String(operator) : '='
  return {
    sql: `${not}(coalesce(body ->> ?, '') ${sqlOperator} ?)`,
    values: [path, isNumber ? Number(value) : value],
  }
}
