/** Keeps the wallet the custodian made for a fan; the first one stays. */
import type { Sql } from '../../platform/db/sql.ts'

/** Resolves with the wallet that counts from now on. */
export async function saveWallet(sql: Sql, fanUid: string, wallet: string): Promise<string> {
  const [user] = await sql<{ wallet: string }[]>`
    update users set wallet = coalesce(wallet, ${wallet})
    where uid = ${fanUid}
    returning wallet`
  if (!user) throw new Error(`user ${fanUid} does not exist`)
  return user.wallet
}
