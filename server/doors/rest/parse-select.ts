/** `select=id,full_name,alias:col::text,rel!hint!inner(a,b)` */
import { Scanner } from './scanner.ts'

export type Path = { arrow: '->' | '->>'; key: string }[]
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

export function parseSelect(text: string | undefined): SelectItem[] {
  if (text === undefined || text === '') return [{ kind: 'all' }]
  const scanner = new Scanner(text, 'select parameter')
  const items = readItems(scanner)
  scanner.end()
  return items
}

function readItems(scanner: Scanner): SelectItem[] {
  const items: SelectItem[] = []
  if (scanner.peek(')')) return items
  do items.push(readItem(scanner))
  while (scanner.take(','))
  return items
}

function readItem(scanner: Scanner): SelectItem {
  if (scanner.take('*')) return { kind: 'all' }
  let name = scanner.name()
  let alias: string | null = null
  if (!scanner.peek('::') && scanner.take(':')) {
    alias = name
    name = scanner.name()
  }
  let hint: string | null = null
  let inner = false
  while (scanner.take('!')) {
    const word = scanner.name()
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  if (scanner.peek('(')) {
    const items = scanner.nested(() => readItems(scanner))
    return { kind: 'embed', relation: name, hint, inner, alias, items }
  }
  if (hint !== null || inner) scanner.fail('"("')
  const path = readPath(scanner)
  const cast = scanner.take('::') ? scanner.name() : null
  return { kind: 'column', column: name, path, alias: alias ?? path.at(-1)?.key ?? null, cast }
}

export function readPath(scanner: Scanner): Path {
  const path: Path = []
  for (;;) {
    const arrow = scanner.take('->>') ? '->>' : scanner.take('->') ? '->' : null
    if (!arrow) return path
    path.push({ arrow, key: scanner.name() })
  }
}
