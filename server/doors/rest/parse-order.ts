/** `order=id.desc.nullslast,data->a,rel(name).asc` */
import type { Tally } from './budget.ts'
import { type Path, readPath } from './parse-select.ts'
import { Scanner } from './scanner.ts'

export type OrderTerm = {
  /** The embedded relation whose column it is; null for the table's own. */
  relation: string | null
  column: string
  path: Path
  descending: boolean
  nulls: 'first' | 'last' | null
}

const DIRECTION = /\.(asc|desc)(?=[.,]|$)/y
const NULLS = /\.nulls(first|last)(?=,|$)/y

export function parseOrder(text: string, tally?: Tally): OrderTerm[] {
  const scanner = new Scanner(text, 'order', tally)
  const terms: OrderTerm[] = []
  do terms.push(readTerm(scanner))
  while (scanner.takeSpaced(','))
  scanner.end()
  return terms
}

function readTerm(scanner: Scanner): OrderTerm {
  scanner.tally.add('orderTerms')
  let relation: string | null = null
  let column = scanner.name()
  let path: Path
  if (scanner.take('(')) {
    relation = column
    column = scanner.name()
    path = readPath(scanner)
    scanner.expect(')')
  } else path = readPath(scanner)
  scanner.space()
  const direction = scanner.match(DIRECTION)?.[1]
  const nulls = (scanner.match(NULLS)?.[1] as 'first' | 'last' | undefined) ?? null
  if (scanner.take('.')) {
    scanner.fail(`${direction ? '' : '"asc", "desc", '}"nullsfirst" or "nullslast"`)
  }
  return { relation, column, path, descending: direction === 'desc', nulls }
}
