/** The platform's wallet on the chain, kept in one row so that nobody has to hand it on. */
import type { Sql, Tx } from './db/sql.ts'

/** Says to the database which wallet it is; by every server at its start. */
export async function storePlatformWallet(sql: Sql, wallet: string): Promise<void> {
  await sql`
    insert into private.house (platform_wallet) values (${wallet})
    on conflict (is_the_one) do update set platform_wallet = excluded.platform_wallet
    where house.platform_wallet <> excluded.platform_wallet`
}

/** As the settings of the server write it. Throws where no server has started on this database yet. */
export async function readPlatformWallet(tx: Tx): Promise<string> {
  const [house] = await tx<[{ wallet: string }]>`select private.platform_wallet() as wallet`
  return house.wallet
}
