/**
 * Writes server/product/api/description/wire-schemas.json: the types of domain/wire as JSON Schema, so that what travels is
 * written down once. `node scripts/describe-wire.ts`; a test refuses a file that is not what the types say.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'

type Schema = { [keyword: string]: unknown }
// biome-ignore lint/suspicious/noExplicitAny: a node of the parser's tree, whose shape its `type` tells
type Any = any
type Scope = { file: string; bound: ReadonlyMap<string, Schema> }
type Module = {
  types: Map<string, Any>
  values: Map<string, Any>
  imports: Map<string, string>
  said: Said
}
type Said = (node: Any) => string | undefined

const ROOT = join(import.meta.dirname, '..')
const WIRE = join(ROOT, 'domain/wire')
const WIRE_SCHEMAS = join(ROOT, 'server/product/api/description/wire-schemas.json')

const modules = new Map<string, Module>()

function moduleOf(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const { program, comments, errors } = parseSync(file, text) as unknown as {
    program: { body: Any[] }
    comments: { type: string; value: string; start: number; end: number }[]
    errors: unknown[]
  }
  if (errors.length > 0) throw new Error(`${file} is not understood`)
  const said: Said = (node) => {
    const comment = comments.find(({ end }) => end <= node.start && !text.slice(end, node.start).trim())
    if (!comment?.value.startsWith('*')) return
    return comment.value
      .replace(/^\s*\*+/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
  }
  const found: Module = { types: new Map(), values: new Map(), imports: new Map(), said }
  modules.set(file, found)
  for (const statement of program.body) {
    const declared = statement.declaration ?? statement
    if (declared.type === 'TSTypeAliasDeclaration') {
      found.types.set(declared.id.name, Object.assign(declared, { from: statement }))
    }
    if (declared.type === 'VariableDeclaration') {
      for (const { id, init } of declared.declarations) found.values.set(id.name, init)
    }
    if (statement.type === 'ImportDeclaration') {
      for (const { local } of statement.specifiers) {
        found.imports.set(local.name, resolve(dirname(file), statement.source.value))
      }
    }
  }
  return found
}

/** The type a name stands for, and the file it is written in. */
function find(name: string, file: string): { node: Any; file: string } {
  const from = moduleOf(file)
  const node = from.types.get(name)
  if (node) return { node, file }
  const other = from.imports.get(name)
  if (!other) throw new Error(`${file}: ${name} is not known`)
  return find(name, other)
}

function constants(name: string, file: string): unknown[] {
  let value: Any = moduleOf(file).values.get(name)
  while (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression') value = value.expression
  if (value?.type !== 'ArrayExpression') throw new Error(`${file}: ${name} is no list`)
  return value.elements.map((element: Any) => element.value)
}

const union = (schemas: Schema[]): Schema => {
  const all = schemas.flatMap((schema) => (schema.anyOf as Schema[] | undefined) ?? [schema])
  const literals = all.filter((schema) => Array.isArray(schema.enum))
  const others = all.filter((schema) => !Array.isArray(schema.enum))
  const rest = literals.length ? [{ enum: literals.flatMap((schema) => schema.enum as unknown[]) }] : []
  const merged = [...rest, ...others]
  return merged.length === 1 ? (merged[0] as Schema) : { anyOf: merged }
}

/** What is both: objects are put together, and each choice with each. */
function both(left: Schema, right: Schema): Schema {
  if (left.anyOf) return { anyOf: (left.anyOf as Schema[]).map((one) => both(one, right)) }
  if (right.anyOf) return { anyOf: (right.anyOf as Schema[]).map((one) => both(left, one)) }
  return {
    ...left,
    properties: { ...(left.properties as Schema), ...(right.properties as Schema) },
    required: [...(left.required as string[]), ...(right.required as string[])],
  }
}

function only(schema: Schema, keep: (name: string) => boolean): Schema {
  const properties = Object.entries(schema.properties as Schema).filter(([name]) => keep(name))
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: (schema.required as string[]).filter(keep),
  }
}

function names(node: Any): string[] {
  return (node.type === 'TSUnionType' ? node.types : [node]).map((literal: Any) => literal.literal.value)
}

function reference(node: Any, scope: Scope, isOpen: boolean): Schema {
  const name: string = node.typeName.name
  const given: Any[] = node.typeArguments?.params ?? []
  const bound = scope.bound.get(name)
  if (bound) return bound
  const open = (index: number) => describe(given[index], scope, true)
  if (name === 'Pick') return only(open(0), (key) => names(given[1]).includes(key))
  if (name === 'Omit') return only(open(0), (key) => !names(given[1]).includes(key))
  if (name === 'Partial') return { ...open(0), required: [] }
  if (name === 'Array') return { type: 'array', items: describe(given[0], scope) }
  if (name === 'Record') return record(describe(given[0], scope), describe(given[1], scope))
  const { node: declared, file } = find(name, scope.file)
  const parameters: Any[] = declared.typeParameters?.params ?? []
  const isNamed = file.startsWith(WIRE) && isExported(declared) && isAnswer(name)
  if (isNamed && !isOpen) return { $ref: `#/components/schemas/${name}` }
  const values = parameters.map(
    (parameter, index) => [parameter.name.name, describe(given[index], scope)] as const,
  )
  return describe(declared.typeAnnotation, { file, bound: new Map(values) }, true)
}

function record(keys: Schema, values: Schema): Schema {
  if (!Array.isArray(keys.enum)) return { type: 'object', additionalProperties: values }
  const properties = Object.fromEntries(keys.enum.map((key) => [key, values]))
  return { type: 'object', properties, required: keys.enum, additionalProperties: false }
}

function object(node: Any, scope: Scope): Schema {
  const { said } = moduleOf(scope.file)
  const members = node.members.map((member: Any) => {
    const description = said(member)
    const schema = describe(member.typeAnnotation.typeAnnotation, scope)
    return [member.key.name, description ? { ...schema, description } : schema]
  })
  const required = node.members
    .filter((member: Any) => !member.optional)
    .map((member: Any) => member.key.name)
  return { type: 'object', properties: Object.fromEntries(members), required, additionalProperties: false }
}

/** `isOpen` asks for the thing itself, not for its name. */
function describe(node: Any, scope: Scope, isOpen = false): Schema {
  switch (node.type) {
    case 'TSStringKeyword':
      return { type: 'string' }
    case 'TSNumberKeyword':
      return { type: 'number' }
    case 'TSBooleanKeyword':
      return { type: 'boolean' }
    case 'TSNullKeyword':
      return { type: 'null' }
    case 'TSObjectKeyword':
      return { type: 'object' }
    case 'TSUnknownKeyword':
      return {}
    case 'TSLiteralType':
      return { enum: [node.literal.value] }
    case 'TSParenthesizedType':
      return describe(node.typeAnnotation, scope, isOpen)
    case 'TSArrayType':
      return { type: 'array', items: describe(node.elementType, scope) }
    case 'TSUnionType':
      return union(node.types.map((one: Any) => describe(one, scope, isOpen)))
    case 'TSIntersectionType':
      return node.types.map((one: Any) => describe(one, scope, true)).reduce(both)
    case 'TSIndexedAccessType': {
      let of = node.objectType
      while (of.type === 'TSParenthesizedType') of = of.typeAnnotation
      return { enum: constants(of.exprName.name, scope.file) }
    }
    case 'TSTypeLiteral':
      return object(node, scope)
    case 'TSTypeReference':
      return reference(node, scope, isOpen)
    default:
      throw new Error(`${scope.file}: ${node.type} is not known`)
  }
}

/** Types that others are made of, bodies and broadcasts have other names. */
const isAnswer = (name: string): boolean => /(Wire|^ErrorAnswer)$/.test(name)
const isExported = (declared: Any): boolean => declared.from.type === 'ExportNamedDeclaration'

/** Every exported type of domain/wire that stands for an answer, by its name. */
export function describeWire(): Record<string, Schema> {
  const schemas: Record<string, Schema> = {}
  for (const name of readdirSync(WIRE).sort()) {
    const file = join(WIRE, name)
    const { types, said } = moduleOf(file)
    for (const [type, declared] of types) {
      if (!isExported(declared) || !isAnswer(type)) continue
      if (schemas[type]) throw new Error(`${type} is written twice`)
      const description = said(declared.from)
      const schema = describe(declared.typeAnnotation, { file, bound: new Map() }, true)
      schemas[type] = description ? { description, ...schema } : schema
    }
  }
  return schemas
}

export const asFile = (schemas: Record<string, Schema>): string => `${JSON.stringify(schemas, null, 2)}\n`

if (process.argv[1] === import.meta.filename) writeFileSync(WIRE_SCHEMAS, asFile(describeWire()))
