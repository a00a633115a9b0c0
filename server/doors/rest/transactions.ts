/** One transaction per request, under its caller's role. */
import type { Context } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import { actAs, type RestEnv } from './caller.ts'
import type { RestDoorOptions } from './options.ts'

export type InTransaction = <Value>(c: Context<RestEnv>, work: (tx: Tx) => Promise<Value>) => Promise<Value>

export function createTransactions({
  sql,
  clientAddress,
}: Pick<RestDoorOptions, 'sql' | 'clientAddress'>): InTransaction {
  return async <Value>(c: Context<RestEnv>, work: (tx: Tx) => Promise<Value>) => {
    const caller = c.get('caller')
    if (!caller) throw new Error('a request came past the door that knows its caller')
    const mode = ['GET', 'HEAD'].includes(c.req.method) ? 'read only' : 'read write'
    return (await sql.begin(mode, async (tx) => {
      await actAs(tx, caller, c, clientAddress(c))
      return work(tx)
    })) as Value
  }
}
