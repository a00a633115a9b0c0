/** The ledger's records about differences, beside the other side's ids. */
import type { Difference, DifferenceRow } from '#domain/reconciliation.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** More than anybody reads; the differences themselves are all reported. */
const MOST = 200

export async function ledgerRows(sql: Sql, differences: readonly Difference[]): Promise<Difference[]> {
  return Promise.all(
    differences.map(async (found, index) => {
      if (found.rows || index >= MOST) return found
      const { side, subject, other } = found
      const ledger = side === 'chain' ? await accountsOf(sql, subject) : await transfersOf(sql, subject)
      return { ...found, rows: { ledger, other: other === 0 ? [] : [{ id: subject, amount: other }] } }
    }),
  )
}

/** By the uid of a payment, withdrawal or payout, or the processor's id of a refund or dispute. */
async function transfersOf(sql: Sql, subject: string): Promise<DifferenceRow[]> {
  const rows = await sql<DifferenceRow[]>`
    with named as (
      select ${subject} as uid, array['deposit:', 'card_fee:', 'pix_fee:', 'withdrawal:'] as before, array[''] as after
      union all
      select ${subject}, array['payout:'], array[':paid']
      union all
      select uid::text, array['card_refund:'], array[':done', ':back', ':house_back']
      from private.refunds where provider_id = ${subject}
      union all
      select uid::text, array['dispute:'], array[':fan', ':house', ':won', ':unclaimed', ':house_won']
      from private.disputes where provider_id = ${subject}
    )
    select id, amount
    from ledger.transfers
    where id in (select b || uid || a from named, unnest(before) b, unnest(after) a)
    order by created_at, id`
  return [...rows]
}

async function accountsOf(sql: Sql, wallet: string): Promise<DifferenceRow[]> {
  const rows = await sql<DifferenceRow[]>`
    select code as id, balance as amount
    from ledger.accounts
    where balance <> 0 and code in (
      select 'fan:' || uid || part from users, unnest(array[':available', ':held']) part
      where lower(wallet) = ${wallet}
      union all
      select 'project:' || uid || ':payable' from projects where lower(author_wallet) = ${wallet}
      union all
      select accounts.code
      from projects
      join private.share_accounts on project_id = projects.id
      join ledger.accounts on accounts.id = account_id
      where lower(author_wallet) = ${wallet}
      union all
      select 'platform:revenue' where lower(private.platform_wallet()) = ${wallet}
    )
    union all
    select 'payout:' || payouts.uid, sum(parts.amount)::bigint
    from projects
    join private.artist_payout_parts parts on project_id = projects.id
    join private.artist_payouts payouts on payouts.id = payout_id
    where lower(author_wallet) = ${wallet} and status in ('requested', 'approved')
    group by payouts.uid
    order by 1`
  return [...rows]
}
