/** Whose money it is: the person, payment, payout or project behind an account, a line of the ledger or a row. */
import * as v from 'valibot'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { type SubjectWire, subjectWire } from './contract.ts'

/** By the text that names it; `texts` are codes of accounts, or hold the uid of one of our rows. */
export async function subjectsOf(sql: Sql | Tx, texts: readonly string[]): Promise<Map<string, SubjectWire>> {
  const rows = parseRows(
    v.object({ ...subjectWire.entries, text: v.string() }),
    await sql`
      with named as (
        select text, text like 'fan:%' as is_fan, text like 'project:%' as is_project,
          private.uid_of(substring(text from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')) as uid,
          private.uid_of(substring(text from ':share:(.+)$')) as artist
        from unnest(${texts}::text[]) text
      ),
      payers as (
        select text, payments.uid, user_id from named join payments using (uid)
        union all
        select text, payments.uid, mints.user_id from named join mints using (uid) join payments on payments.id = payment_id
        union all
        select text, payments.uid, refunds.user_id
        from named join private.refunds using (uid) join payments on payments.id = payment_id
        union all
        select text, payments.uid, disputes.user_id
        from named join private.disputes using (uid) join payments on payments.id = payment_id
        union all
        select text, payments.uid, giver
        from named join private.gifts using (uid) join payments on payments.id = payment_id
        union all
        select text, payments.uid, bids.user_id
        from named join bids on bids.id = substring(text from 'bid:([0-9]+)$')::bigint
        join payments on payments.id = payment_id
      ),
      people as (
        select text, uid from named where is_fan
        union all
        select text, users.uid from named join users on lower(wallet) = lower(substring(text from '^wallet:(.+)$'))
        union all
        select text, user_id from named join redeem_balance using (uid)
        union all
        select text, user_id from named join private.write_offs using (uid)
      )
      select text, 'payment' as kind, payers.uid, coalesce(full_name, nickname, email) as name
      from payers join users on users.uid = user_id
      union all
      select text, 'user', users.uid, coalesce(full_name, nickname, email) from people join users using (uid)
      union all
      select text, 'payout', payouts.uid, artists.name
      from named join private.artist_payouts payouts using (uid) join private.artists on artists.id = artist_id
      union all
      select text, 'artist', artists.uid, name from named join private.artists on artists.uid = named.artist
      union all
      select text, 'project', projects.uid, project_name
      from named join projects using (uid) where is_project and artist is null`,
  )
  return new Map(rows.map(({ text, ...subject }) => [text, subject]))
}
