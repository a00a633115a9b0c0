/** `order by`, also by columns of relations of which there is one row. */
import { columnSql, type Scope } from './build-filter.ts'
import { RestError } from './errors.ts'
import type { OrderTerm } from './parse-order.ts'
import type { Embedded } from './reading.ts'
import { ident } from './statement.ts'

/** `origin` names the table in errors. */
export function buildOrder(scope: Scope, origin: string, embeds: Embedded[], terms: OrderTerm[]): string {
  if (terms.length === 0) return ''
  const parts = terms.map((term) => {
    const by =
      term.relation === null ? columnSql(scope, term.column, term.path) : relatedSql(origin, embeds, term)
    return `${by}${term.descending ? ' desc' : ''}${term.nulls ? ` nulls ${term.nulls}` : ''}`
  })
  return ` order by ${parts.join(', ')}`
}

function relatedSql(origin: string, embeds: Embedded[], term: OrderTerm): string {
  const embed = embeds.find(({ name }) => name === term.relation)
  if (!embed) throw notEmbedded(String(term.relation))
  if (!embed.toOne) {
    throw new RestError(
      'PGRST118',
      `A related order on '${embed.name}' is not possible`,
      `'${origin}' and '${embed.name}' do not form a many-to-one or one-to-one relationship`,
    )
  }
  const isOutput =
    embed.spread && embed.outputs.some(({ name, aggregate }) => name === term.column && !aggregate)
  const column = isOutput && term.path.length === 0 ? term.column : hiddenName(embed.orders.indexOf(term))
  return `${ident(embed.alias)}.${ident(column)}`
}

/** What a column is called that an embedded relation brings for the order only. */
export function hiddenName(index: number): string {
  return `pgrst_order_${index + 1}`
}

export function notEmbedded(name: string): RestError {
  return new RestError(
    'PGRST108',
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  )
}
