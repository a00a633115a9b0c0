/** `select=id,full_name,alias:col::text,rel!hint!inner(a,b)` */
import type { Tally } from './budget.ts'
import { RestError } from './errors.ts'
import { Scanner } from './scanner.ts'

/** Steps into JSON; a number counts the elements of an array, from its end if negative. */
export type Path = { arrow: '->' | '->>'; key: string | number }[]
type ColumnItem = {
  kind: 'column'
  column: string
  path: Path
  alias: string | null
  cast: string | null
}
export type EmbedItem = {
  kind: 'embed'
  relation: string
  hint: string | null
  inner: boolean
  alias: string | null
  items: SelectItem[]
}
export type SelectItem = { kind: 'all' } | ColumnItem | EmbedItem

const AGGREGATE = /\.(avg|count|max|min|sum)\(\)/y
const INDEX = /-?\d{1,9}(?=->|::|[.,)]|$)/y
const CAST = /[\p{L}\p{N}_ $]+/uy

/** An empty text selects nothing at all. Throws PGRST123 for an aggregate. */
export function parseSelect(text: string | undefined, tally?: Tally): SelectItem[] {
  if (text === undefined) return [{ kind: 'all' }]
  const scanner = new Scanner(text, 'select parameter', tally)
  scanner.space()
  const items = scanner.done ? [] : readItems(scanner)
  scanner.end()
  return items
}

function readItems(scanner: Scanner): SelectItem[] {
  const items: SelectItem[] = []
  if (scanner.peek(')')) return items
  do items.push(readItem(scanner))
  while (scanner.takeSpaced(','))
  scanner.space()
  return items
}

function readItem(scanner: Scanner): SelectItem {
  scanner.space()
  if (scanner.take('*')) return { kind: 'all' }
  let name = scanner.name()
  let alias: string | null = null
  if (!scanner.peek('::') && scanner.take(':')) {
    alias = name
    name = scanner.name()
  }
  if (name === 'count' && scanner.take('()')) throw noAggregates()
  if (scanner.peek('(') || scanner.peek('!')) return readEmbed(scanner, name, alias)
  scanner.tally.add('columns')
  const path = readPath(scanner)
  const cast = readCast(scanner)
  if (scanner.match(AGGREGATE)) throw noAggregates()
  scanner.space()
  alias ??= pathName(name, path)
  return { kind: 'column', column: name, path, alias, cast }
}

const noAggregates = () => new RestError('PGRST123', 'Use of aggregate functions is not allowed')

function readEmbed(scanner: Scanner, relation: string, alias: string | null): EmbedItem {
  scanner.tally.add('embeds')
  let hint: string | null = null
  let inner = false
  while (scanner.take('!')) {
    const word = scanner.name()
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  const items = scanner.nested('embedDepth', () => readItems(scanner))
  return { kind: 'embed', relation, hint, inner, alias, items }
}

function readCast(scanner: Scanner): string | null {
  if (!scanner.take('::')) return null
  return scanner.match(CAST)?.[0].trim() || scanner.fail('letter or digit')
}

/** What a value inside JSON is called: the last name on the way to it. */
function pathName(column: string, path: Path): string | null {
  if (path.length === 0) return null
  const name = path.findLast(({ key }) => typeof key === 'string')?.key
  return typeof name === 'string' ? name : column
}

export function readPath(scanner: Scanner): Path {
  const path: Path = []
  for (;;) {
    const arrow = scanner.take('->>') ? '->>' : scanner.take('->') ? '->' : null
    if (!arrow) return path
    scanner.tally.add('jsonSteps')
    const index = scanner.match(INDEX)?.[0]
    path.push({ arrow, key: index === undefined ? scanner.name() : Number(index) })
  }
}
