/** The platform's wallet on the chain, kept in one row so that nobody has to hand it on. */
import type { Sql, Tx } from './db/sql.ts'

/** Says to the database which wallet it is; by every server at its start. */
export async function storePlatformWallet(sql: Sql, wallet: string): Promise<void> {
  await sql`
    insert into private.platform (wallet) values (${wallet})
    on conflict (is_the_one) do update set wallet = excluded.wallet
    where platform.wallet <> excluded.wallet`
}

/** As the settings of the server write it. Throws where no server has started on this database yet. */
export async function readPlatformWallet(tx: Tx): Promise<string> {
  const [platform] = await tx<[{ wallet: string }]>`select private.platform_wallet() as wallet`
  return platform.wallet
}
