/** Stores the wallet the custodian created for a fan; the first one stays. */
import * as v from 'valibot'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** Resolves with the fan's wallet from now on. */
export async function saveWallet(sql: Sql, fanUid: string, wallet: string): Promise<string> {
  const user = parseRow(
    v.object({ wallet: v.string() }),
    await sql`
      update users set wallet = coalesce(wallet, ${wallet})
      where uid = ${fanUid}
      returning wallet`,
  )
  if (!user) throw new Error(`user ${fanUid} does not exist`)
  return user.wallet
}
