/** How long a file and a function of the product may be, and that no files import each other in a circle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['server', 'web/src', 'domain']
const FILE_LINES = 250
const FUNCTION_LINES = 70

/** The current length of everything that is too long. An entry is removed once it fits, and no number may grow. */
const LONGER: Readonly<Record<string, number>> = {
  'server/doors/realtime/bounded-writer.ts createBoundedWriter': 93,
}

type Source = { path: string; lines: number; functions: { name: string; lines: number }[]; imports: string[] }
type Node = { type: string; start: number; end: number; [field: string]: unknown }

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)

const sources: Source[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((path) => !isTest(path))
    .map((path) => measure(path, readFileSync(join(ROOT, path), 'utf8'))),
)

function measure(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const linesOf = ({ start, end }: Node) => text.slice(start, end).split('\n').length
  const functions: Source['functions'] = []
  const visit = (node: Node, name: string) => {
    const known = nameOf(node) ?? name
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      functions.push({ name: known, lines: linesOf(node) })
    }
    for (const child of childrenOf(node)) visit(child, known)
  }
  visit(program as unknown as Node, 'the module')
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  const imports = new Set(named.flatMap((target) => (target ? resolve(path, target) : [])))
  return { path, lines: text.trimEnd().split('\n').length, functions, imports: [...imports] }
}

/** The name of the next function inside, where the node gives it one. */
function nameOf(node: Node): string | undefined {
  const named = (node.id ?? node.key) as { name?: string } | null | undefined
  return named?.name
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')
}

/** The file of ours that is imported, however it is written. */
function resolve(path: string, target: string): string[] {
  if (target.startsWith('#')) return [target.slice(1)]
  if (!target.startsWith('.')) return []
  const found = normalize(join(path, '..', target))
  return ['', '.ts', '.tsx'].map((ending) => found + ending).filter((file) => existsSync(join(ROOT, file)))
}

/** Each file that some chain of imports leads back to, with the others on that chain (Tarjan, 1972). */
function circles(of: readonly Pick<Source, 'path' | 'imports'>[]): string[][] {
  const importsOf = new Map(of.map(({ path, imports }) => [path, imports]))
  const found = new Map<string, { index: number; low: number; open: boolean }>()
  const stack: string[] = []
  const groups: string[][] = []
  const visit = (path: string) => {
    const own = { index: found.size, low: found.size, open: true }
    found.set(path, own)
    stack.push(path)
    for (const target of importsOf.get(path) ?? []) {
      if (!importsOf.has(target)) continue
      const known = found.get(target) ?? visit(target)
      if (known.open) own.low = Math.min(own.low, known.low)
    }
    if (own.low === own.index) {
      const group = stack.splice(stack.indexOf(path))
      for (const member of group) Object.assign(found.get(member) as object, { open: false })
      if (group.length > 1 || importsOf.get(path)?.includes(path)) groups.push(group)
    }
    return own
  }
  for (const path of importsOf.keys()) if (!found.has(path)) visit(path)
  return groups
}

test('the measure counts lines, functions and imports of every kind', () => {
  const text = [
    "import type { A } from './sql.ts'",
    "export { b } from '#server/log.ts'",
    'const one = async () => {',
    "  await import('./migrate.ts')",
    '}',
    'class K { m() { return () => 1 } }',
  ].join('\n')
  const { lines, functions, imports } = measure('server/platform/db/x.ts', text)
  expect(lines).toBe(6)
  expect(functions).toEqual([
    { name: 'one', lines: 3 },
    { name: 'm', lines: 1 },
    { name: 'm', lines: 1 },
  ])
  expect(imports).toEqual(['server/platform/db/sql.ts', 'server/log.ts', 'server/platform/db/migrate.ts'])
  expect(sources.length).toBeGreaterThan(400)
})

test('a circle is found however long it is', () => {
  const files = [
    { path: 'a', imports: ['b'] },
    { path: 'b', imports: ['c', 'd'] },
    { path: 'c', imports: ['a'] },
    { path: 'd', imports: ['e'] },
    { path: 'e', imports: [] },
  ]
  expect(circles(files)).toEqual([['a', 'b', 'c']])
  expect(circles([{ path: 'a', imports: ['a'] }])).toEqual([['a']])
})

test(`no file is longer than ${FILE_LINES} lines, no function than ${FUNCTION_LINES}`, () => {
  const long = sources.flatMap(({ path, lines, functions }) => [
    ...(lines > FILE_LINES ? [[path, lines] as const] : []),
    ...functions
      .filter((each) => each.lines > FUNCTION_LINES)
      .map((each) => [`${path} ${each.name}`, each.lines] as const),
  ])
  expect(Object.fromEntries(long)).toEqual(LONGER)
})

test('no files import each other in a circle, not even for types', () => {
  expect(circles(sources)).toEqual([])
})
