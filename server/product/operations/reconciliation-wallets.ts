/** What the chain should hold: each wallet's balance, and the minted units of each edition. */
import * as v from 'valibot'
import type { UnitRange } from '#domain/reconciliation.ts'
import { centavos, count, parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** The balances of a page of wallets, by address in lower case; `next` is where the following page begins. */
export type WalletPage = { next: number | null; held: Map<string, number> }

/** `id` is the fan's or the author's number, 0 the platform's. */
const walletRow = v.object({ id: count, wallet: v.string(), held: centavos, isMoving: v.boolean() })
type Row = v.InferOutput<typeof walletRow>

/** Wallets with a record in transit are left out: the chain cannot know yet. */
const moving = (sql: Sql) => sql`
  moving as materialized (
    select lower(payload ->> 'wallet') as wallet
    from chain.operations where status in ('queued', 'sent') and payload ? 'wallet'
    union
    select lower(payload ->> 'payer')
    from chain.operations where status in ('queued', 'sent') and payload ? 'payer'
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

/** Fans' wallets, by the fan's number: available and held money, and what they are owed as artists. */
export async function walletsAtRest(sql: Sql, after: number, limit: number): Promise<WalletPage> {
  const rows = parseRows(
    walletRow,
    await sql`
      with ${moving(sql)}
      select users.id, lower(users.wallet) as wallet, lower(users.wallet) in (select wallet from moving) as "isMoving",
        (coalesce((
          -- The chain knows no balance below zero (ledger.mirror_debt).
          select sum(greatest(balance, 0)) from ledger.accounts
          where code in ('fan:' || users.uid || ':available', 'fan:' || users.uid || ':held')
        ), 0) + private.shares_in(users.wallet))::bigint as held
      from users
      where users.id > ${after} and users.wallet is not null
      order by users.id
      limit ${limit}`,
  )
  return toPage(rows, limit)
}

/** Wallets of artists who are not fans, by the artist's number, and with the first page the platform's own. */
export async function otherWallets(sql: Sql, after: number, limit: number): Promise<WalletPage> {
  const rows = parseRows(
    walletRow,
    await sql`
      with ${moving(sql)}, wallets as (
        select id, wallet from private.artists where id > ${after} and wallet <> lower((select private.platform_wallet()))
        union all
        select 0, lower((select private.platform_wallet())) where ${after} = 0
      )
      select id, wallet, wallet in (select wallet from moving) as "isMoving",
        private.shares_in(wallet) as held
      from wallets
      where not exists (select from users where lower(users.wallet) = wallets.wallet)
      order by id
      limit ${limit}`,
  )
  return toPage(rows, limit)
}

const editionRow = v.object({ id: rowId, edition: v.string(), supply: count })
export type Edition = v.InferOutput<typeof editionRow>

/** Projects with a contract that are on sale, or were until a few days ago, by number after `after`. */
export async function editionsOnSale(sql: Sql, after: number, limit: number): Promise<Edition[]> {
  return parseRows(
    editionRow,
    await sql`
      select id, contract_address as edition, total_supply as supply
      from projects
      where id > ${after} and contract_address is not null and expired_at > now() - interval '3 days'
      order by id
      limit ${limit}`,
  )
}

/** The units of `edition`, within `range`, that the chain has recorded; null while a sale of it is in transit. */
export async function mintedUnits(
  sql: Sql,
  { id, edition }: Edition,
  { first, last }: UnitRange,
): Promise<number[] | null> {
  const row = parseRow(
    v.object({ isMoving: v.boolean(), units: v.array(count) }),
    await sql`
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
        ), '{}') as units`,
  )
  return row && !row.isMoving ? row.units : null
}
