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

type Options = Pick<RestDoorOptions, 'sql' | 'clientAddress' | 'hasEnded'>

export function createTransactions({ sql, clientAddress, hasEnded }: Options): InTransaction {
  return async (c, mode, work) =>
    (await sql.begin(mode, async (tx) => {
      await actAs(tx, c.get('caller'), clientAddress(c), hasEnded)
      return work(tx)
    })) as Response
}
