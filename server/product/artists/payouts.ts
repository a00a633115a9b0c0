/** Payouts to artists: those of one, all unfinished ones, and one as a receipt. */
import * as v from 'valibot'
import { identifiersIn } from '#domain/identifiers.ts'
import en from '#i18n/en/artists-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/artists-back-office.json' with { type: 'json' }
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { centavos, parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { approvalsIn, instants, toWire } from '../approvals/approvals.ts'
import { outgoingState } from '../approvals/decisions.ts'
import { reasonWords } from '../approvals/reason-words.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { recordedIn } from '../back-office/matches.ts'
import type { OwnArtist } from './artist-account.ts'
import {
  type OwnPayoutWire,
  ownPayoutWire,
  type PayoutReceiptWire,
  type PayoutWire,
  payoutReceiptWire,
  payoutWire,
} from './earnings-wire.ts'
import { maskedBefore } from './masked-key.ts'

const STATUSES = { pt: pt.payout.statuses, en: en.payout.statuses }

const payoutRow = v.object({ ...payoutWire.entries, ...instants.entries })

const select = (sql: Sql | Tx) => sql`
  select payouts.id, payouts.uid, json_build_object('uid', artists.uid, 'name', artists.name) as artist,
    legal_name as "legalName", pix_key_type as "pixKeyType", pix_key as "pixKey", keys.entered_at as "keyEnteredAt", payouts.amount, net,
    case when payouts.status = 'requested' then ${freshCardOf(sql)} else 0 end as "freshCard",
    json_build_object('irrf', irrf, 'iss', iss, 'inss', inss) as withheld, payouts.status, payouts.reason,
    end_to_end_id as "endToEndId", payouts.created_at as "createdAt", ended_at as "endedAt",
    ${approvalsIn(sql, {
      table: sql`private.artist_payout_approvals`,
      condition: sql`payout_id = payouts.id`,
      subject: sql`payouts.uid`,
      waits: sql`payouts.status = 'requested'`,
    })} as approvals,
  ${outgoingState(sql, sql`payouts.uid`)}
  from private.artist_payouts payouts
  join private.artists on artists.id = payouts.artist_id
  join private.artist_keys keys on keys.id = key_id`

/** Of each part no more than it took. */
const freshCardOf = (sql: Sql | Tx) => sql`(
  select coalesce(sum(least(parts.amount, (
    select sum(private.fresh_card_part(project_id, artist_id, is_share))
    from private.payable_accounts payable
    where payable.project_id = parts.project_id and payable.artist_id = payouts.artist_id
  ))), 0)::float8
  from private.artist_payout_parts parts
  where parts.payout_id = payouts.id
)`

/** `artistUid` null is everybody's, as far as they are not over. */
export function payouts(artistUid: string | null): AdminList<PayoutWire> {
  return {
    async read(sql, query) {
      const id = sql`payouts.id`
      const name = sql`private.search_form(artists.name || ' ' || wallet)`
      const known = await payoutsKnownAs(sql, query.search)
      const rows = parseRows(
        payoutRow,
        await sql`
          ${select(sql)}
          where ${artistUid === null ? sql`status in ('requested', 'approved')` : sql`artists.uid = ${artistUid}`}
            and ${within(sql, query.filters, { status: sql`status`, at: sql`payouts.created_at`, amount: sql`payouts.amount` })}
          and ${beyond(sql, id, query)} and ${query.search ? sql`(${contains(sql, name, query)} or payouts.id = any (${known}::bigint[]))` : sql`true`}
          ${inOrder(sql, id, query)}`,
      )
      return page(rows.map(toWire), query)
    },
    columns: {
      uid: ({ uid }) => uid,
      artist: ({ artist }) => artist.name,
      legalName: ({ legalName }) => legalName,
      pixKey: ({ pixKey }) => pixKey,
      amount: ({ amount }, language) => csvAmount(amount, language),
      irrf: ({ withheld }, language) => csvAmount(withheld.irrf, language),
      iss: ({ withheld }, language) => csvAmount(withheld.iss, language),
      inss: ({ withheld }, language) => csvAmount(withheld.inss, language),
      net: ({ net }, language) => csvAmount(net, language),
      status: ({ status }, language) => STATUSES[language][status],
      reason: ({ reason }, language) => reasonWords(reason, language),
      receipt: ({ endToEndId }) => endToEndId ?? '',
      approvals: ({ approvals }) => approvals.map(({ email }) => email).join(', '),
      requestedAt: ({ createdAt }, language) => csvTime(createdAt, language),
      endedAt: ({ endedAt }, language) => (endedAt ? csvTime(endedAt, language) : ''),
    },
  }
}

/** The most payouts that go to one key. */
const MANY = 500

/** By its key, its own uid, the bank's name of it or the transaction that records it. */
async function payoutsKnownAs(sql: Sql, text: string): Promise<number[]> {
  const { uid, hash, providerId, pixKeys } = identifiersIn(text)
  if (uid === null && hash === null && providerId === null && pixKeys.length === 0) return []
  const recorded = await recordedIn(sql, hash)
  const uids = uid === null ? recorded : [uid, ...recorded]
  const rows = await sql<{ id: number }[]>`
    (
      select payouts.id from private.artist_payouts payouts join private.artist_keys keys on keys.id = key_id
      where pix_key = any (${pixKeys}) order by payouts.id desc limit ${MANY}
    )
    union select id from private.artist_payouts where uid = any (${uids}::uuid[])
    union (select id from private.artist_payouts where end_to_end_id = ${providerId} limit ${MANY})`
  return rows.map(({ id }) => id)
}

const ownPayoutRow = v.object({ ...ownPayoutWire.entries, ...instants.entries, keyEnteredAt: v.date() })

/** The artist's newest ones, as they see them: an account that took another's place sees no whole key from before it. */
export async function ownPayouts(
  sql: Sql,
  { uid, succeededAt }: Pick<OwnArtist, 'uid' | 'succeededAt'>,
  limit: number,
): Promise<OwnPayoutWire[]> {
  const rows = parseRows(
    ownPayoutRow,
    await sql`${select(sql)} where artists.uid = ${uid} order by payouts.id desc limit ${limit}`,
  )
  return rows.map(({ keyEnteredAt, ...row }) => toWire(maskedBefore(succeededAt, keyEnteredAt, row)))
}

/** The payout `uid`, which exists. */
export async function readPayout(sql: Sql | Tx, uid: string): Promise<PayoutWire> {
  const row = parseRow(payoutRow, await sql`${select(sql)} where payouts.uid = ${uid}`)
  if (!row) throw new Error(`payout ${uid} does not exist`)
  return toWire(row)
}

export async function findPayoutReceipt(sql: Sql, uid: string): Promise<PayoutReceiptWire | null> {
  const row = parseRow(payoutRow, await sql`${select(sql)} where payouts.uid = ${uid}`)
  if (!row) return null
  const parts = parseRows(
    payoutReceiptWire.entries.parts.item,
    await sql`
      select project_name as "projectName", amount
      from private.artist_payout_parts
      join projects on projects.id = project_id
      where payout_id = ${row.id}
      order by projects.id`,
  )
  return { ...toWire(row), parts }
}

/** The provider's instructions for the payout `uid`: what is left of it after taxes. Null unless it is approved and not finished. */
export async function approvedPayout(
  sql: Sql,
  uid: string,
): Promise<{ uid: string; amount: number; key: string } | null> {
  const row = parseRow(
    v.object({ uid: v.string(), amount: centavos, key: v.string() }),
    await sql`
      select payouts.uid, net as amount, pix_key as key
      from private.artist_payouts payouts
      join private.artist_keys keys on keys.id = key_id
      where payouts.uid = ${uid} and status = 'approved'`,
  )
  return row ?? null
}

/**
 * Whether what is left to the artist, once this payout has taken its part, is less than what may still go back to fans or is under a
 * dispute: it is not paid out then.
 */
export async function exceedsPayable(tx: Tx, uid: string): Promise<boolean> {
  const missing = await tx`
    select from private.artist_payout_parts parts
    join private.artist_payouts payouts on payouts.id = payout_id
    join private.payable_accounts payable
      on payable.artist_id = payouts.artist_id and payable.project_id = parts.project_id
    join ledger.accounts on accounts.id = account_id
    where payouts.uid = ${uid} and balance < private.kept_back(payable.project_id, payable.artist_id, is_share)
    limit 1`
  return missing.length > 0
}
