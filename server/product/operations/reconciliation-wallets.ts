/** What the chain should have: what is in each wallet, and which units of each edition were made. */
import type { UnitRange } from '#domain/reconciliation.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** What each wallet of a page holds, by its address in small letters; `next` is where the following page begins. */
export type WalletPage = { next: number | null; held: Map<string, number> }

type Row = { id: number; wallet: string; held: number; isMoving: boolean }

/** Wallets that a record is on its way for are left out: the chain cannot know yet. */
const moving = (sql: Sql) => sql`
  moving as materialized (
    select lower(payload ->> 'wallet') as wallet
    from chain.operations where status in ('queued', 'sent') and payload ? 'wallet'
    union
    select lower(share ->> 'wallet')
    from chain.operations, jsonb_array_elements(coalesce(payload -> 'shares', '[]')) share
    where status in ('queued', 'sent')
  )`

function toPage(rows: readonly Row[], limit: number): WalletPage {
  return {
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    held: new Map(rows.filter(({ isMoving }) => !isMoving).map(({ wallet, held }) => [wallet, held])),
  }
}

/** Fans' wallets, by the fan's number: free and held money, and whatever they are owed as authors. */
export async function walletsAtRest(sql: Sql, after: number, limit: number): Promise<WalletPage> {
  const rows = await sql<Row[]>`
    with ${moving(sql)}
    select users.id, lower(users.wallet) as wallet, lower(users.wallet) in (select wallet from moving) as "isMoving",
      (coalesce((
        -- The chain knows no balance below zero (ledger.mirror_debt).
        select sum(greatest(balance, 0)) from ledger.accounts
        where code in ('fan:' || users.uid || ':available', 'fan:' || users.uid || ':held')
      ), 0) + private.shares_in(users.wallet, (select private.platform_wallet())))::bigint as held
    from users
    where users.id > ${after} and users.wallet is not null
    order by users.id
    limit ${limit}`
  return toPage(rows, limit)
}

/** Wallets of authors who are no fans, by the author's number, and with the first page the platform's own. */
export async function otherWallets(sql: Sql, after: number, limit: number): Promise<WalletPage> {
  const rows = await sql<Row[]>`
    with ${moving(sql)}, wallets as (
      select id, wallet from private.artists where id > ${after} and wallet <> lower((select private.platform_wallet()))
      union all
      select 0, lower((select private.platform_wallet())) where ${after} = 0
    )
    select id, wallet, wallet in (select wallet from moving) as "isMoving",
      private.shares_in(wallet, (select private.platform_wallet())) as held
    from wallets
    where not exists (select from users where lower(users.wallet) = wallets.wallet)
    order by id
    limit ${limit}`
  return toPage(rows, limit)
}

export type Edition = { id: number; edition: string; supply: number }

/** Projects with a contract that are on sale, or were a few days ago, by their numbers after `after`. */
export async function editionsOnSale(sql: Sql, after: number, limit: number): Promise<Edition[]> {
  return sql<Edition[]>`
    select id, contract_address as edition, total_supply as supply
    from projects
    where id > ${after} and contract_address is not null and expired_at > now() - interval '3 days'
    order by id
    limit ${limit}`
}

/** The units of `edition`, within `range`, that the chain has recorded; null while a sale of it is on its way there. */
export async function mintedUnits(
  sql: Sql,
  { id, edition }: Edition,
  { first, last }: UnitRange,
): Promise<number[] | null> {
  const [row] = await sql<{ isMoving: boolean; units: number[] }[]>`
    select
      exists (
        select from chain.operations
        where status in ('queued', 'sent') and kind = 'sell_unit' and payload ->> 'edition' = ${edition}
      ) as "isMoving",
      coalesce((
        select array_agg(units.number order by units.number)
        from units
        where units.project_id = ${id} and units.number between ${first} and ${last} and exists (
          select from mints where mints.unit_id = units.id and mints.tx_hash is not null
        )
      ), '{}') as units`
  return row && !row.isMoving ? row.units : null
}
