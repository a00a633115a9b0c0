/** One transaction per request, under its caller's role. */
import type { Context } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import { actAs, type RestEnv } from './caller.ts'
import type { RestDoorOptions, RestSettings } from './options.ts'
import type { Preferences } from './prefer.ts'
import { ident } from './statement.ts'

type TransactionOptions = {
  settings: RestSettings
  /** The schema that names without one mean. */
  schema: string
  prefer: Preferences
  readOnly: boolean
}
export type InTransaction = (
  c: Context<RestEnv>,
  options: TransactionOptions,
  work: (tx: Tx) => Promise<Response>,
) => Promise<Response>

/** Carries an answer out of a transaction that is to leave nothing behind. */
class RolledBack extends Error {
  answer: Response
  constructor(answer: Response) {
    super('the transaction was rolled back as intended')
    this.answer = answer
  }
}

export function createTransactions({
  sql,
  clientAddress,
}: Pick<RestDoorOptions, 'sql' | 'clientAddress'>): InTransaction {
  return async (c, options, work) => {
    const caller = c.get('caller')
    if (!caller) throw new Error('a request came past the door that knows its caller')
    const { settings, schema, prefer } = options
    const searchPath = [schema, ...settings.extraSearchPath].map(ident).join(', ')
    const transaction = sql.begin(options.readOnly ? 'read only' : 'read write', async (tx) => {
      await actAs(tx, caller, c, { address: clientAddress(c), searchPath, timezone: prefer.timezone })
      if (settings.preRequest)
        await tx.unsafe(`select ${settings.preRequest.split('.').map(ident).join('.')}()`)
      const answer = await work(tx)
      if (!endsInRollback(settings, prefer)) return answer
      // What would only fail at the end is to fail now.
      if (!options.readOnly) await tx`set constraints all immediate`
      throw new RolledBack(answer)
    }) as Promise<Response>
    return transaction.catch((fault: unknown) => {
      if (fault instanceof RolledBack) return fault.answer
      throw fault
    })
  }
}

export function mayEndTransaction({ txEnd }: RestSettings): boolean {
  return txEnd.endsWith('-allow-override')
}

function endsInRollback({ txEnd }: RestSettings, { tx }: Preferences): boolean {
  return tx === null ? txEnd.startsWith('rollback') : tx === 'rollback'
}
