/** /rest/v1: tables over HTTP, in the grammar of PostgREST; row policies decide what may be seen and changed. */
import { type Context, Hono } from 'hono'
import { basePath } from 'hono/route'
import { limitBody } from '../../platform/http/body-limit.ts'
import type { Logger } from '../../platform/log.ts'
import { allow, BUDGET } from './budget.ts'
import { callByName } from './call-function.ts'
import { type RestEnv, readCaller } from './caller.ts'
import { fromDatabase, isDatabaseFault, isLoginRefused } from './database-faults.ts'
import { RestError } from './errors.ts'
import type { RestDoorOptions } from './options.ts'
import { readRows } from './read-rows.ts'
import { renderError } from './respond.ts'
import { createSchemaCache } from './schema-cache.ts'
import { createTransactions } from './transactions.ts'
import { writeRows } from './write-rows.ts'

export function createRestDoor(options: RestDoorOptions): Hono<RestEnv> {
  const door = new Hono<RestEnv>()
  const knowMore = createSchemaCache(options.sql)
  const inTransaction = createTransactions(options)

  const limitTo = (bytes: number) =>
    limitBody(bytes, () => {
      throw new RestError('PGRST102', 'The body is too large', `At most ${bytes} bytes.`)
    })
  const limits = {
    anonymous: limitTo(BUDGET.anonymousBody.limit),
    others: limitTo(options.maxBodyBytes ?? BUDGET.body.limit),
  }
  door.onError((fault, c) => answerFault(c, fault, options.log))
  door.use((c, next) => {
    const caller = readCaller(c, options.jwtSecret)
    c.set('caller', caller)
    allow('query', new URL(c.req.url).search.length)
    return (caller.isAnonymous ? limits.anonymous : limits.others)(c, next)
  })
  door.on(['GET', 'HEAD'], '/:table', readRows(knowMore, inTransaction))
  door.on(['POST', 'PATCH', 'DELETE'], '/:table', writeRows(knowMore, inTransaction))
  door.post('/rpc/:function', callByName(knowMore, inTransaction))
  door.all('/rpc/:function', (c) => {
    throw new RestError('PGRST101', `Cannot use the ${c.req.method} method on RPC`)
  })
  door.all('/:table', (c) => {
    throw new RestError('PGRST117', `Unsupported HTTP method: ${c.req.method}`)
  })
  door.all('/', describeNothing)
  door.all('*', (c) => {
    // The address that ends in a slash, which is how clients write it; the router knows it without.
    if (c.req.path === `${basePath(c)}/`) describeNothing()
    throw new RestError('PGRST125', 'Invalid path specified in request URL')
  })
  return door
}

function describeNothing(): never {
  throw new RestError('PGRST126', 'Root endpoint metadata is disabled')
}

function answerFault(c: Context<RestEnv>, fault: Error, log: Logger): Response {
  if (fault instanceof RestError) return renderError(c, fault.status, fault.body, fault.headers)
  if (isDatabaseFault(fault) && !isLoginRefused(fault)) {
    const { status, body } = fromDatabase(fault, c.get('caller').isAnonymous)
    if (status >= 500) log.error({ err: fault }, 'a REST request failed')
    return renderError(c, status, body)
  }
  log.error({ err: fault }, 'a REST request failed')
  return renderError(c, 503, {
    code: 'PGRST001',
    details: null,
    hint: null,
    message: 'Database client error. Retrying the connection.',
  })
}
