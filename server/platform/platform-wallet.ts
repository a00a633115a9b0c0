/** The platform's wallet on the chain, kept in one row instead of being passed around. */
import * as v from 'valibot'
import { parseSoleRow } from './db/rows.ts'
import type { Sql, Tx } from './db/sql.ts'

/** The wallet that the database is used with from now on. A server's start only gives a new database its own (`claimDatabase`). */
export async function storePlatformWallet(sql: Sql | Tx, wallet: string): Promise<void> {
  await sql`
    insert into private.platform (wallet) values (${wallet})
    on conflict (is_the_one) do update set wallet = excluded.wallet
    where platform.wallet <> excluded.wallet`
}

/** The wallet from the server's settings. Throws where no server has started on this database yet. */
export async function readPlatformWallet(tx: Tx): Promise<string> {
  const platform = parseSoleRow(
    v.object({ wallet: v.string() }),
    await tx`select private.platform_wallet() as wallet`,
  )
  return platform.wallet
}
