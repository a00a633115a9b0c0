/** An exposed schema as a document of OpenAPI 2: a definition per table, the paths of tables and functions. */
import type { Context } from 'hono'
import type { Column, FunctionInfo, Schema, TableInfo } from './schema.ts'

type Json = Record<string, unknown>

const READ = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']
const OK = { description: 'OK' }

export function openApi(c: Context, schema: Schema): Json {
  const { host, pathname, protocol } = new URL(c.req.url)
  const tables = [...schema.tables.values()]
  const functions = [...schema.functions.values()].flat()
  return {
    swagger: '2.0',
    info: { title: 'PostgREST API', description: 'Tables and functions over HTTP.', version: '13.0.0' },
    host,
    basePath: pathname,
    schemes: [protocol.slice(0, -1)],
    consumes: MEDIA,
    produces: MEDIA,
    paths: {
      '/': {
        get: {
          tags: ['Introspection'],
          summary: 'OpenAPI description (this document)',
          responses: { 200: OK },
        },
      },
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, tablePath(table)])),
      ...Object.fromEntries(functions.map((info) => [`/rpc/${info.name}`, functionPath(info)])),
    },
    definitions: Object.fromEntries(tables.map((table) => [table.name, definition(table, schema)])),
    parameters: {
      ...SHARED,
      ...Object.fromEntries(tables.flatMap((table) => [bodyOf(table), ...filtersOf(table)])),
    },
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://docs.postgrest.org/en/v13/references/api.html',
    },
  }
}

const MEDIA = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

const SHARED: Record<string, Json> = {
  preferReturn: header('Prefer', ['return=representation', 'return=minimal', 'return=none']),
  preferCount: header('Prefer', ['count=none']),
  preferPost: header('Prefer', [
    ...['return=representation', 'return=minimal', 'return=none'],
    ...['resolution=ignore-duplicates', 'resolution=merge-duplicates'],
  ]),
  select: text('select', 'query', 'Filtering Columns'),
  on_conflict: text('on_conflict', 'query', 'On Conflict'),
  order: text('order', 'query', 'Ordering'),
  range: text('Range', 'header', 'Limiting and Pagination'),
  rangeUnit: { ...text('Range-Unit', 'header', 'Limiting and Pagination'), default: 'items' },
  offset: text('offset', 'query', 'Limiting and Pagination'),
  limit: text('limit', 'query', 'Limiting and Pagination'),
}

function header(name: string, values: string[]): Json {
  return { name, in: 'header', description: 'Preference', required: false, type: 'string', enum: values }
}

function text(name: string, place: string, description: string): Json {
  return { name, in: place, description, required: false, type: 'string' }
}

function ref(name: string): Json {
  return { $ref: `#/parameters/${name}` }
}

function tablePath(table: TableInfo): Json {
  const { name, comment, insertable, updatable, deletable } = table
  const filters = filtersOf(table).map(([key]) => ref(key))
  const operation = (parameters: Json[], responses: Json) => ({
    tags: [name],
    ...(comment ? { summary: comment } : {}),
    parameters,
    responses,
  })
  const items = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  const body = ref(`body.${name}`)
  return {
    get: operation([...filters, ...READ.map(ref)], {
      200: { ...OK, schema: items },
      206: { description: 'Partial Content' },
    }),
    ...(insertable && {
      post: operation([body, ref('select'), ref('preferPost')], { 201: { description: 'Created' } }),
    }),
    ...(deletable && {
      delete: operation([...filters, ref('preferReturn')], { 204: { description: 'No Content' } }),
    }),
    ...(updatable && {
      patch: operation([...filters, body, ref('preferReturn')], { 204: { description: 'No Content' } }),
    }),
  }
}

function bodyOf({ name }: TableInfo): [string, Json] {
  const schema = { $ref: `#/definitions/${name}` }
  return [`body.${name}`, { name, in: 'body', description: name, required: false, schema }]
}

function filtersOf({ name, columns }: TableInfo): [string, Json][] {
  return [...columns.keys()].map((column) => [
    `rowFilter.${name}.${column}`,
    { name: column, in: 'query', required: false, type: 'string' },
  ])
}

function functionPath(info: FunctionInfo): Json {
  const properties = Object.fromEntries(
    info.parameters.map(({ name, type }) => [name, { format: type, ...typeOf(type) }]),
  )
  const required = info.parameters.filter(({ optional }) => !optional).map(({ name }) => name)
  const shape = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  const about = { tags: [`(rpc) ${info.name}`], ...(info.comment ? { summary: info.comment } : {}) }
  const args = { in: 'body', name: 'args', required: true, schema: shape }
  const post = { ...about, parameters: [args], produces: MEDIA, responses: { 200: OK } }
  if (info.volatility === 'volatile') return { post }
  const parameters = info.parameters.map(({ name, optional, type }) => ({
    ...{ name, in: 'query', required: !optional, format: type },
    type: 'string',
  }))
  return { get: { ...about, parameters, produces: MEDIA, responses: { 200: OK } }, post }
}

function definition(table: TableInfo, schema: Schema): Json {
  const columns = [...table.columns]
  const required = columns.filter(([, { nullable }]) => !nullable).map(([name]) => name)
  return {
    ...(table.comment ? { description: table.comment } : {}),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      columns.map(([name, column]) => [name, property(table, schema, name, column)]),
    ),
    type: 'object',
  }
}

function property(table: TableInfo, schema: Schema, name: string, column: Column): Json {
  const key = table.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []
  const to = (schema.relationships.get(table.name) ?? []).find(
    (candidate) =>
      candidate.kind === 'key' &&
      candidate.cardinality === 'many-to-one' &&
      candidate.pairs.length === 1 &&
      candidate.pairs[0]?.[0] === name,
  )
  const other = to?.kind === 'key' ? to.pairs[0]?.[1] : undefined
  const refers =
    to && other
      ? [`This is a Foreign Key to \`${to.to}.${other}\`.<fk table='${to.to}' column='${other}'/>`]
      : []
  const notes = [...key, ...refers]
  const note = notes.length > 0 ? [`Note:\n${notes.join('\n')}`] : []
  const description = [...(column.comment ? [column.comment] : []), ...note].join('\n\n')
  return {
    ...(description ? { description } : {}),
    format: column.declared,
    ...typeOf(column.type),
  }
}

const TYPES: Record<string, string> = {
  ...{ smallint: 'integer', integer: 'integer', bigint: 'integer', boolean: 'boolean' },
  ...{ numeric: 'number', real: 'number', 'double precision': 'number' },
}

function typeOf(type: string): Json {
  if (type.endsWith('[]')) return { type: 'array', items: typeOf(type.slice(0, -2)) }
  if (type === 'json' || type === 'jsonb') return {}
  return { type: TYPES[type] ?? 'string' }
}
