/** What is known about the subjects of differences: what they are called here, and whether somebody has explained them. */
import * as v from 'valibot'
import type { Difference } from '#domain/reconciliation.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { uuid } from '../api/call.ts'
import { subjectWire } from '../back-office/contract.ts'
import type { DifferenceWire } from './reconciliation-contract.ts'
import { readUnbooked } from './unbooked.ts'

/** Adds to each difference the page it is about, what can be booked, and the note of whoever settled it; three queries for any number. */
export async function withFacts(sql: Sql, differences: readonly Difference[]): Promise<DifferenceWire[]> {
  const subjects = [...new Set(differences.map(({ subject }) => subject))]
  const [about, unbooked, settled] = await Promise.all([
    readSubjects(sql, subjects),
    readUnbooked(sql, subjects),
    readSettled(sql, subjects),
  ])
  return differences.map((difference) => ({
    ...difference,
    about: about.get(difference.subject) ?? null,
    unbooked: unbooked.get(difference.subject) ?? null,
    settled: settled.get(nameOf(difference)) ?? null,
  }))
}

/** Payments and what went back of them, payouts, wallets, editions: whichever of them is called so. */
async function readSubjects(sql: Sql, subjects: string[]) {
  // Ours are compared as what they are, so that their indexes serve.
  const ours = subjects.filter((subject) => v.is(uuid, subject))
  const rows = parseRows(
    v.object({ ...subjectWire.entries, subject: v.string() }),
    await sql`
      with named as (select unnest(${subjects}::text[]) as subject),
      payers as (
        select uid::text as subject, uid, user_id from payments where uid = any(${ours}::uuid[])
        union all
        select named.subject, payments.uid, refunds.user_id from named
        join private.refunds on refunds.provider_id = named.subject join payments on payments.id = refunds.payment_id
        union all
        select named.subject, payments.uid, disputes.user_id from named
        join private.disputes on disputes.provider_id = named.subject join payments on payments.id = disputes.payment_id
      )
      select subject, 'payment' as kind, payers.uid, coalesce(full_name, nickname, email) as name
      from payers join users on users.uid = user_id
      union all
      select subject, 'user', users.uid, coalesce(full_name, nickname, email)
      from named join users on lower(users.wallet) = lower(subject)
      union all
      select redeem_balance.uid::text, 'user', users.uid, coalesce(full_name, nickname, email)
      from redeem_balance join users on users.uid = user_id
      where redeem_balance.uid = any(${ours}::uuid[])
      union all
      select artist_payouts.uid::text, 'payout', artist_payouts.uid, artists.name
      from private.artist_payouts join private.artists on artists.id = artist_id
      where artist_payouts.uid = any(${ours}::uuid[])
      union all
      select subject, 'project', projects.uid, project_name
      from named join projects on contract_address = subject`,
  )
  return new Map(rows.map(({ subject, ...about }) => [subject, about]))
}

async function readSettled(sql: Sql, subjects: string[]) {
  const rows = parseRows(
    v.object({
      side: v.string(),
      subject: v.string(),
      ledger: v.number(),
      other: v.number(),
      note: v.string(),
      by: v.string(),
      at: v.date(),
    }),
    await sql`
      select side, subject, ledger::float8 as ledger, other::float8 as other, note,
        coalesce(full_name, nickname, email) as by, settled_differences.created_at as at
      from private.settled_differences join users on users.uid = admin_id
      where subject = any(${subjects})`,
  )
  return new Map(rows.map(({ note, by, at, ...of }) => [nameOf(of), { note, by, at: at.toISOString() }]))
}

/** Those that nobody has explained yet. */
export async function withoutSettled(sql: Sql, differences: readonly Difference[]): Promise<Difference[]> {
  const settled = await readSettled(
    sql,
    differences.map(({ subject }) => subject),
  )
  return differences.filter((difference) => !settled.has(nameOf(difference)))
}

const nameOf = ({
  side,
  subject,
  ledger,
  other,
}: {
  side: string
  subject: string
  ledger: number
  other: number
}) => [side, subject, ledger, other].join(' ')
