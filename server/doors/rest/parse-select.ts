/** `select=id,full_name,alias:col::text,amount.sum(),rel!hint!inner(a,b),...other(c)` */
import type { Tally } from './budget.ts'
import { Scanner } from './scanner.ts'

/** Steps into JSON; a number counts the elements of an array, from its end if negative. */
export type Path = { arrow: '->' | '->>'; key: string | number }[]
export type Aggregate = 'avg' | 'count' | 'max' | 'min' | 'sum'
export type ColumnItem = {
  kind: 'column'
  /** `*` in `count()`. */
  column: string
  path: Path
  alias: string | null
  cast: string | null
  aggregate: Aggregate | null
  aggregateCast: string | null
}
export type EmbedItem = {
  kind: 'embed'
  relation: string
  hint: string | null
  inner: boolean
  alias: string | null
  /** `...rel(a)`: the columns become the parent's own. */
  spread: boolean
  items: SelectItem[]
}
export type SelectItem = { kind: 'all' } | ColumnItem | EmbedItem

const AGGREGATE = /\.(avg|count|max|min|sum)\(\)/y
const INDEX = /-?\d{1,9}(?=->|::|[.,)]|$)/y
const CAST = /[\p{L}\p{N}_ $]+/uy

/** An empty text selects nothing at all. */
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
  if (scanner.take('...') || scanner.take('..')) {
    const relation = scanner.name()
    return readEmbed(scanner, relation, { alias: null, spread: true })
  }
  let name = scanner.name()
  let alias: string | null = null
  if (!scanner.peek('::') && scanner.take(':')) {
    alias = name
    name = scanner.name()
  }
  if (name === 'count' && scanner.take('()')) return countItem(scanner, alias)
  if (scanner.peek('(') || scanner.peek('!')) return readEmbed(scanner, name, { alias, spread: false })
  scanner.tally.add('columns')
  const path = readPath(scanner)
  const cast = readCast(scanner)
  const aggregate = (scanner.match(AGGREGATE)?.[1] as Aggregate | undefined) ?? null
  const aggregateCast = aggregate ? readCast(scanner) : null
  scanner.space()
  alias ??= aggregate ? null : pathName(name, path)
  return { kind: 'column', column: name, path, alias, cast, aggregate, aggregateCast }
}

function countItem(scanner: Scanner, alias: string | null): ColumnItem {
  scanner.tally.add('columns')
  const aggregateCast = readCast(scanner)
  return { kind: 'column', column: '*', path: [], alias, cast: null, aggregate: 'count', aggregateCast }
}

function readEmbed(scanner: Scanner, relation: string, as: Pick<EmbedItem, 'alias' | 'spread'>): EmbedItem {
  scanner.tally.add('embeds')
  let hint: string | null = null
  let inner = false
  while (scanner.take('!')) {
    const word = scanner.name()
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  const items = scanner.nested('embedDepth', () => readItems(scanner))
  return { kind: 'embed', relation, hint, inner, ...as, items }
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
