/** `order=id.desc.nullslast,data->a` */
import type { Tally } from './budget.ts'
import { type Path, readPath } from './parse-select.ts'
import { Scanner } from './scanner.ts'

export type OrderTerm = {
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
  const column = scanner.name()
  const path = readPath(scanner)
  scanner.space()
  const direction = scanner.match(DIRECTION)?.[1]
  const nulls = (scanner.match(NULLS)?.[1] as 'first' | 'last' | undefined) ?? null
  if (scanner.take('.')) {
    scanner.fail(`${direction ? '' : '"asc", "desc", '}"nullsfirst" or "nullslast"`)
  }
  return { column, path, descending: direction === 'desc', nulls }
}
