/** /rest/v1: tables over HTTP, in the grammar of PostgREST; row policies decide what may be seen and changed. */
import { type Context, type Handler, Hono } from 'hono'
import { basePath } from 'hono/route'
import { limitBody } from '../../platform/http/body-limit.ts'
import type { Logger } from '../../platform/log.ts'
import { allow, BUDGET } from './budget.ts'
import { callByName } from './call-function.ts'
import { type RestEnv, readCaller } from './caller.ts'
import { fromDatabase, isDatabaseFault, isLoginRefused } from './database-faults.ts'
import { allowOnFunction, allowOnRoot, allowOnTable, describeSchema } from './describe.ts'
import { RestError } from './errors.ts'
import type { RestDoorOptions } from './options.ts'
import { readRows } from './read-rows.ts'
import { renderError } from './respond.ts'
import { createSchemaCache } from './schema-cache.ts'
import { createTransactions } from './transactions.ts'
import { writeRows } from './write-rows.ts'

export function createRestDoor(options: RestDoorOptions): Hono<RestEnv> {
  const door = new Hono<RestEnv>()
  const knowMore = createSchemaCache(options)
  const inTransaction = createTransactions(options)
  const callers = {
    anonymousRole: options.anonymousRole === undefined ? 'anon' : options.anonymousRole,
    anyRole: options.anyRole ?? false,
  }

  const limitTo = (bytes: number) =>
    limitBody(bytes, () => {
      throw new RestError('PGRST102', 'The body is too large', `At most ${bytes} bytes.`)
    })
  const limits = {
    anonymous: limitTo(BUDGET.anonymousBody.limit),
    others: limitTo(options.maxBodyBytes ?? BUDGET.body.limit),
  }
  door.onError((fault, c) => answerFault(c, fault, options.log))
  door.options('/', allowOnRoot)
  door.options('*', onRoot(allowOnRoot))
  door.options('/:table', allowOnTable(knowMore))
  door.options('/rpc/:function', allowOnFunction(knowMore))
  door.use((c, next) => {
    const caller = readCaller(c, options.jwtSecret, callers)
    c.set('caller', caller)
    allow('query', new URL(c.req.url).search.length)
    return (caller.isAnonymous ? limits.anonymous : limits.others)(c, next)
  })
  const describe = describeSchema(knowMore, inTransaction)
  door.on(['GET', 'HEAD'], '/', describe)
  door.on(['GET', 'HEAD'], '*', onRoot(describe))
  door.on(['GET', 'HEAD'], '/:table', readRows(knowMore, inTransaction))
  door.on(['POST', 'PATCH', 'DELETE', 'PUT'], '/:table', writeRows(knowMore, inTransaction))
  door.on(['GET', 'HEAD', 'POST'], '/rpc/:function', callByName(knowMore, inTransaction))
  door.all('/rpc/:function', (c) => {
    throw new RestError('PGRST101', `Cannot use the ${c.req.method} method on RPC`)
  })
  for (const path of ['/', '/:table']) {
    door.all(path, (c) => {
      throw new RestError('PGRST117', `Unsupported HTTP method: ${c.req.method}`)
    })
  }
  door.all('*', () => {
    throw new RestError('PGRST125', 'Invalid path specified in request URL')
  })
  return door
}

/** For the address that ends in a slash, which is how clients write it; the router knows it without. */
function onRoot(handle: Handler<RestEnv>): Handler<RestEnv> {
  return (c, next) => (c.req.path === `${basePath(c)}/` ? handle(c, next) : next())
}

function answerFault(c: Context<RestEnv>, fault: Error, log: Logger): Response {
  if (fault instanceof RestError) return renderError(c, fault.status, fault.body, fault.headers)
  if (isDatabaseFault(fault) && !isLoginRefused(fault)) {
    const { status, body, headers } = fromDatabase(fault, c.get('caller')?.isAnonymous ?? true)
    if (status >= 500) log.error({ err: fault }, 'a REST request failed')
    return renderError(c, status, body, headers)
  }
  log.error({ err: fault }, 'a REST request failed')
  return renderError(c, 503, {
    code: 'PGRST001',
    details: null,
    hint: null,
    message: 'Database client error. Retrying the connection.',
  })
}
