/** One transaction per request, under its caller's role. */
import type { Context } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import { actAs, type RestEnv } from './caller.ts'
import type { RestDoorOptions } from './options.ts'

export type InTransaction = (
  c: Context<RestEnv>,
  mode: 'read only' | 'read write',
  work: (tx: Tx) => Promise<Response>,
) => Promise<Response>

export function createTransactions({
  sql,
  clientAddress,
}: Pick<RestDoorOptions, 'sql' | 'clientAddress'>): InTransaction {
  return async (c, mode, work) =>
    (await sql.begin(mode, async (tx) => {
      await actAs(tx, c.get('caller'), clientAddress(c))
      return work(tx)
    })) as Response
}
