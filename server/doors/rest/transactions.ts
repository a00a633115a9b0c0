/** One transaction for each request, under its caller's role. */
import type { Context } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import { actAs, type RestEnv, readCaller } from './caller.ts'
import type { RestDoorOptions } from './options.ts'

export type InTransaction = <Value>(c: Context<RestEnv>, work: (tx: Tx) => Promise<Value>) => Promise<Value>

export function createTransactions({
  sql,
  jwtSecret,
  clientAddress,
}: Pick<RestDoorOptions, 'sql' | 'jwtSecret' | 'clientAddress'>): InTransaction {
  return async <Value>(c: Context<RestEnv>, work: (tx: Tx) => Promise<Value>) => {
    const caller = readCaller(c, jwtSecret)
    c.set('role', caller.role)
    const mode = ['GET', 'HEAD'].includes(c.req.method) ? 'read only' : 'read write'
    return (await sql.begin(mode, async (tx) => {
      await actAs(tx, caller, c, clientAddress(c))
      return work(tx)
    })) as Value
  }
}
