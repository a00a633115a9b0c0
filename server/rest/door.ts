/** /rest/v1: tables over HTTP, in the grammar of PostgREST; row policies decide what is seen and changed. */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Sql, Tx } from '../db/sql.ts'
import type { Logger } from '../log.ts'
import { buildRead } from './build-read.ts'
import { buildDelete, buildInsert, buildUpdate } from './build-write.ts'
import { callFunction, findFunction } from './call-function.ts'
import { actAs, readCaller } from './caller.ts'
import { fromPostgres, isPostgresFault, RestError } from './errors.ts'
import { parsePrefer, parseQuery, parseRange, type Query } from './parse-request.ts'
import { applied, json, readAnswer, renderError, wantsObject } from './respond.ts'
import { runRows, runSilently, singleOf } from './run.ts'
import { createSchemaCache, type TableInfo } from './schema-cache.ts'
import { ident, Statement } from './statement.ts'

export type RestDoorOptions = {
  /** Connections without rights: each transaction takes its caller's role. */
  sql: Sql
  jwtSecret: string
  log: Logger
  clientAddress: (c: Context) => string
  /** The largest body; 1 MiB unless said. */
  maxBodyBytes?: number
}

const SCHEMA = 'public'
const MAX_BODY_BYTES = 1024 * 1024

export function createRestDoor(options: RestDoorOptions): Hono {
  const door = new Hono()
  const schemaWith = createSchemaCache(options.sql)

  door.use(
    bodyLimit({
      maxSize: options.maxBodyBytes ?? MAX_BODY_BYTES,
      onError: () => {
        throw new RestError('PGRST102', 'The body is too large')
      },
    }),
  )
  door.onError((fault, c) => {
    if (fault instanceof RestError) return renderError(c, fault.status, fault.body)
    if (isPostgresFault(fault)) {
      const { status, body } = fromPostgres(fault, c.get('role' as never) === 'anon')
      if (status >= 500) options.log.error({ err: fault }, 'a REST request failed')
      return renderError(c, status, body)
    }
    options.log.error({ err: fault }, 'a REST request failed')
    return renderError(c, 503, {
      code: 'PGRST001',
      details: null,
      hint: null,
      message: 'Database client error. Retrying the connection.',
    })
  })

  /** One transaction for each request, under its caller's role. */
  async function inTransaction<Value>(c: Context, work: (tx: Tx) => Promise<Value>): Promise<Value> {
    const caller = await readCaller(c, options.jwtSecret)
    c.set('role' as never, caller.role as never)
    const mode = ['GET', 'HEAD'].includes(c.req.method) ? 'read only' : 'read write'
    return (await options.sql.begin(mode, async (transaction) => {
      const tx = transaction as unknown as Tx
      await actAs(tx, caller, c, options.clientAddress(c))
      return work(tx)
    })) as Value
  }

  async function target(
    c: Context,
  ): Promise<{ table: TableInfo; schema: Awaited<ReturnType<typeof schemaWith>> }> {
    const profile = c.req.header('accept-profile') ?? c.req.header('content-profile') ?? SCHEMA
    if (profile !== SCHEMA) {
      throw new RestError(
        'PGRST106',
        `Invalid schema: ${profile}`,
        null,
        `Only the following schemas are exposed: ${SCHEMA}`,
      )
    }
    const name = c.req.param('table') ?? ''
    const schema = await schemaWith((known) => known.tables.has(name))
    const table = schema.tables.get(name)
    if (!table)
      throw new RestError('PGRST205', `Could not find the table 'public.${name}' in the schema cache`)
    return { table, schema }
  }

  door.on(['GET', 'HEAD'], '/:table', async (c) => {
    const { table, schema } = await target(c)
    const query = queryOf(c)
    const prefer = parsePrefer(c.req.header('prefer'))
    const range = parseRange(c.req.header('range'))
    const root = query.relations.get('')
    if (root && range) {
      root.offset ||= range.offset
      root.limit ??= range.limit
    }
    const asObject = wantsObject(c)
    const statement = new Statement()
    const plan = buildRead(statement, schema, table, query, `public.${ident(table.name)}`)
    return inTransaction(c, async (tx) => {
      const outcome = await runRows(tx, statement, { rows: plan.page, total: prefer.count ? plan.all : null })
      applied(c, prefer)
      return readAnswer(c, outcome, root?.offset ?? 0, asObject)
    })
  })

  door.on(['POST', 'PATCH', 'DELETE'], '/:table', async (c) => {
    const { table, schema } = await target(c)
    const { method } = c.req
    const query = queryOf(c)
    const root = query.relations.get('')
    if (method !== 'POST' && root && (root.limit !== null || root.offset > 0)) {
      // Ignoring it would change more rows than were meant.
      throw new RestError('PGRST100', 'limit and offset are not supported on writes')
    }
    const prefer = parsePrefer(c.req.header('prefer'))
    const body = method === 'DELETE' ? null : await readJson(c)
    const asObject = wantsObject(c)
    return inTransaction(c, async (tx) => {
      const statement = new Statement()
      const write =
        method === 'POST'
          ? buildInsert(statement, schema, table, query, prefer, body)
          : method === 'PATCH'
            ? buildUpdate(statement, schema, table, query, prefer, body)
            : buildDelete(statement, schema, table, query, prefer)
      applied(c, prefer)
      c.header('content-range', '*/*')
      if (prefer.representation !== 'representation') {
        await runSilently(tx, statement, write)
        return c.body(null, method === 'POST' ? 201 : 204)
      }
      // What was written is shown whole: the filters have done their work.
      const shown: Query = {
        ...query,
        relations: new Map(
          [...query.relations].map(([path, asked]) => [
            path,
            path === '' ? { ...asked, filters: [] } : asked,
          ]),
        ),
      }
      const plan = buildRead(statement, schema, table, shown, 'written')
      const outcome = await runRows(tx, statement, { prelude: write, rows: plan.page })
      const status = method === 'POST' ? 201 : 200
      return asObject ? json(c, status, singleOf(outcome), true) : json(c, status, outcome.body)
    })
  })

  door.on(['GET', 'HEAD', 'POST'], '/rpc/:function', async (c) => {
    const input =
      c.req.method === 'POST' ? await readJson(c) : Object.fromEntries(new URL(c.req.url).searchParams)
    if (input === null || typeof input !== 'object' || Array.isArray(input)) {
      throw new RestError('PGRST102', 'Empty or invalid json')
    }
    const name = c.req.param('function')
    const given = Object.keys(input)
    const schema = await schemaWith((known) => known.functions.some((info) => info.name === name))
    const info = findFunction(schema, name, given)
    if (c.req.method !== 'POST' && info.isVolatile) {
      throw new RestError('PGRST101', `Cannot use the ${c.req.method} method on RPC`)
    }
    return inTransaction(c, async (tx) => {
      const answer = await callFunction(tx, info, input as Record<string, unknown>)
      return answer === null ? c.body(null, 204) : json(c, 200, answer)
    })
  })

  door.all('*', () => {
    throw new RestError('PGRST125', 'Invalid path specified in request URL')
  })
  return door
}

function queryOf(c: Context): Query {
  return parseQuery(new URL(c.req.url).searchParams)
}

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new RestError('PGRST102', 'Empty or invalid json')
  }
}
