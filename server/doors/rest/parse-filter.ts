/** `col=eq.1`, `col=not.in.(1,"a,b")`, `or=(a.eq.1,and(b.gt.2,c.is.null))` */
import { type Path, readPath } from './parse-select.ts'
import { Scanner } from './scanner.ts'

const OPERATORS = [
  'eq',
  'neq',
  'gte',
  'gt',
  'lte',
  'lt',
  'like',
  'ilike',
  'match',
  'imatch',
  'isdistinct',
  'is',
  'in',
  'cs',
  'cd',
] as const
type Operator = (typeof OPERATORS)[number]

export type Condition = {
  kind: 'condition'
  column: string
  path: Path
  negated: boolean
  operator: Operator
  /** One text, or a list for `in`. */
  value: string | string[]
}
export type Logic = { kind: 'and' | 'or'; negated: boolean; parts: FilterNode[] }
export type FilterNode = Condition | Logic

/** One parameter of the query string that is a filter: its name is the column. */
export function parseFilter(column: string, text: string): Condition {
  const name = new Scanner(column, 'filter')
  const target = { column: name.name(), path: readPath(name) }
  name.end()
  const scanner = new Scanner(text, 'filter')
  const condition = readCondition(scanner, target, '')
  scanner.end()
  return condition
}

/** `or=(…)`, `and=(…)` and their negations. */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string): Logic {
  const scanner = new Scanner(text, 'logic tree')
  const parts = readParts(scanner)
  scanner.end()
  return { kind, negated, parts }
}

function readParts(scanner: Scanner): FilterNode[] {
  return scanner.nested(() => {
    const parts: FilterNode[] = []
    do parts.push(readPart(scanner))
    while (scanner.take(','))
    return parts
  })
}

function readPart(scanner: Scanner): FilterNode {
  for (const [prefix, kind, negated] of [
    ['not.and(', 'and', true],
    ['not.or(', 'or', true],
    ['and(', 'and', false],
    ['or(', 'or', false],
  ] as const) {
    if (scanner.peek(prefix)) {
      scanner.take(prefix.slice(0, -1))
      return { kind, negated, parts: readParts(scanner) }
    }
  }
  const target = { column: scanner.name(), path: readPath(scanner) }
  scanner.expect('.')
  return readCondition(scanner, target, ',)')
}

/** `stops` end an unquoted value: inside a logic tree it is not all the rest. */
function readCondition(scanner: Scanner, target: { column: string; path: Path }, stops: string): Condition {
  const negated = scanner.take('not.')
  const operator = OPERATORS.find((name) => scanner.peek(`${name}.`))
  if (!operator) return scanner.fail('operator (eq, gt, ...)')
  scanner.take(`${operator}.`)
  const value =
    operator === 'in'
      ? readList(scanner)
      : stops && scanner.peek('"')
        ? scanner.quoted()
        : stops
          ? scanner.until(stops)
          : scanner.rest()
  return { kind: 'condition', ...target, negated, operator, value }
}

function readList(scanner: Scanner): string[] {
  const values: string[] = []
  scanner.expect('(')
  if (scanner.take(')')) return values
  do values.push(scanner.peek('"') ? scanner.quoted() : scanner.until(',)'))
  while (scanner.take(','))
  scanner.expect(')')
  return values
}
