/** The ledger's side of a comparison. Amounts are centavos. */
import type { Sql } from '../db/sql.ts'

/**
 * What was booked for payments by card or PIX, fee included: those made between the two instants, and those named. One that is not
 * ours is not in the answer; one made after `until` is left out, as its webhook may still be on its way.
 */
export async function bookedBy(
  method: 'card' | 'pix',
  sql: Sql,
  { since, until }: { since: Date; until: Date },
  named: string[] = [],
): Promise<{ booked: Map<string, number>; tooNew: Set<string> }> {
  const rows = await sql<{ uid: string; booked: number; isNew: boolean }[]>`
    select uid, created_at > ${until} as "isNew", coalesce((
      select sum(amount) from ledger.transfers where id in ('deposit:' || uid, method || '_fee:' || uid)
    ), 0)::bigint as booked
    from payments
    where method = ${method} and (created_at between ${since} and ${until} or uid = any(${named}::uuid[]))`
  return {
    booked: new Map(rows.filter(({ isNew }) => !isNew).map(({ uid, booked }) => [uid, booked])),
    tooNew: new Set(rows.filter(({ isNew }) => isNew).map(({ uid }) => uid)),
  }
}

/**
 * What each wallet holds, free and held, in pages by the fan's number. Wallets that a record is on its way for are left
 * out: the chain cannot know yet.
 */
export async function walletsAtRest(
  sql: Sql,
  after: number,
  limit: number,
): Promise<{ next: number | null; held: Map<string, number> }> {
  const rows = await sql<{ id: number; wallet: string; held: number; isMoving: boolean }[]>`
    with moving as materialized (
      select lower(payload ->> 'wallet') as wallet
      from chain.operations where status in ('queued', 'sent') and payload ? 'wallet'
      union
      select lower(share ->> 'wallet')
      from chain.operations, jsonb_array_elements(coalesce(payload -> 'shares', '[]')) share
      where status in ('queued', 'sent')
    )
    select users.id, lower(users.wallet) as wallet, lower(users.wallet) in (select wallet from moving) as "isMoving",
      coalesce((
        select sum(balance) from ledger.accounts
        where code in ('fan:' || users.uid || ':available', 'fan:' || users.uid || ':held')
      ), 0)::bigint as held
    from users
    where users.id > ${after} and users.wallet is not null
    order by users.id
    limit ${limit}`
  return {
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    held: new Map(
      rows.filter(({ isMoving }) => isMoving === false).map(({ wallet, held }) => [wallet, held]),
    ),
  }
}
