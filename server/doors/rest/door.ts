/** /rest/v1: tables over HTTP, in the grammar of PostgREST; row policies decide what may be seen and changed. */
import { type Context, Hono } from 'hono'
import { limitBody } from '../../platform/http/body-limit.ts'
import type { Logger } from '../../platform/log.ts'
import { callByName } from './call-function.ts'
import { type RestEnv, readCaller } from './caller.ts'
import { fromPostgres, isPostgresFault, RestError } from './errors.ts'
import type { RestDoorOptions } from './options.ts'
import { readRows } from './read-rows.ts'
import { renderError } from './respond.ts'
import { createSchemaCache } from './schema-cache.ts'
import { createTransactions } from './transactions.ts'
import { writeRows } from './write-rows.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** Of a caller without a session: enough for a row or the arguments of a function. Reading a body costs everybody time. */
const MAX_ANONYMOUS_BYTES = 16 * 1024

export function createRestDoor(options: RestDoorOptions): Hono<RestEnv> {
  const door = new Hono<RestEnv>()
  const schemaWith = createSchemaCache(options.sql)
  const inTransaction = createTransactions(options)

  const limitTo = (bytes: number) =>
    limitBody(bytes, () => {
      throw new RestError('PGRST102', 'The body is too large')
    })
  const limits = {
    anonymous: limitTo(MAX_ANONYMOUS_BYTES),
    others: limitTo(options.maxBodyBytes ?? MAX_BODY_BYTES),
  }
  door.use((c, next) => {
    const caller = readCaller(c, options.jwtSecret)
    c.set('caller', caller)
    return (caller.role === 'anon' ? limits.anonymous : limits.others)(c, next)
  })
  door.onError((fault, c) => answerFault(c, fault, options.log))
  door.on(['GET', 'HEAD'], '/:table', readRows(schemaWith, inTransaction))
  door.on(['POST', 'PATCH', 'DELETE'], '/:table', writeRows(schemaWith, inTransaction))
  door.on(['GET', 'HEAD', 'POST'], '/rpc/:function', callByName(schemaWith, inTransaction))
  door.all('*', () => {
    throw new RestError('PGRST125', 'Invalid path specified in request URL')
  })
  return door
}

function answerFault(c: Context<RestEnv>, fault: Error, log: Logger): Response {
  if (fault instanceof RestError) return renderError(c, fault.status, fault.body)
  if (isPostgresFault(fault)) {
    const { status, body } = fromPostgres(fault, c.get('caller')?.role === 'anon')
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
