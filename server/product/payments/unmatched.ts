/** Money that was received and belongs to no payment: what waits, and what became of the rest. */
import * as v from 'valibot'
import { identifiersIn } from '#domain/identifiers.ts'
import en from '#i18n/en/payments-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/payments-back-office.json' with { type: 'json' }
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { decisionIn } from '../approvals/decisions.ts'
import { takesTwo } from '../approvals/outflow.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { type UnmatchedWire, unmatchedWire } from './contract.ts'

const STATUSES = { pt: pt.unmatched.statuses, en: en.unmatched.statuses }

const unmatchedRow = v.object({ ...unmatchedWire.entries, arrivedAt: v.date() })
type Row = v.InferOutput<typeof unmatchedRow>

/** One administrator's limit: `by` is their uid, `limit` what they may let out alone in a day, in centavos. */
type Alone = { by: string; limit: number }

const select = (sql: Sql | Tx, alone: Alone) => sql`
  select kept.id, kept.uid, kept.provider, external_id as "externalId", kept.amount, kept.status,
    case when payments.id is not null then json_build_object('uid', payments.uid, 'email', email) end as payment,
    events.outcome, ${decisionIn(sql, sql`kept.uid`, 'newest')} as decision, kept.status = 'open' and ${takesTwo(sql, outflow(sql), alone)} as "takesTwo",
    arrived_at as "arrivedAt"
  from private.unmatched_money kept
  join private.webhook_events events on events.id = event_id
  left join payments on payments.id = kept.payment_id
  left join users on users.uid = payments.user_id`

// Nobody knows yet whom it will be credited to.
const outflow = (sql: Sql | Tx) => ({
  uid: sql`kept.uid`,
  amount: sql`kept.amount`,
  person: sql`null`,
  pixKey: sql`null`,
})

const present = (row: Row): UnmatchedWire => ({ ...row, arrivedAt: row.arrivedAt.toISOString() })

/** The unmatched money `uid`, which exists. */
export async function readUnmatched(sql: Sql | Tx, uid: string, alone: Alone): Promise<UnmatchedWire> {
  const row = parseRow(unmatchedRow, await sql`${select(sql, alone)} where kept.uid = ${uid}`)
  if (!row) throw new Error(`unmatched money ${uid} does not exist`)
  return present(row)
}

export function unmatched(which: 'waiting' | 'all', limit: number): AdminList<UnmatchedWire> {
  return {
    async read(sql, query, by) {
      const id = sql`kept.id`
      const name = sql`private.search_form(external_id)`
      const { uids } = identifiersIn(query.search)
      const rows = parseRows(
        unmatchedRow,
        await sql`
          ${select(sql, { by, limit })}
          where ${which === 'waiting' ? sql`kept.status = 'open'` : sql`true`}
            and ${within(sql, query.filters, { status: sql`kept.status`, method: sql`kept.provider`, at: sql`arrived_at`, amount: sql`kept.amount` })}
          and ${beyond(sql, id, query)} and ${query.search ? sql`(${contains(sql, name, query)} or kept.uid between ${uids?.first ?? null} and ${uids?.last ?? null})` : sql`true`}
          ${inOrder(sql, id, query)}`,
      )
      return page(rows.map(present), query)
    },
    columns: {
      uid: ({ uid }) => uid,
      provider: ({ provider }) => provider,
      externalId: ({ externalId }) => externalId,
      amount: ({ amount }, language) => csvAmount(amount, language),
      payment: ({ payment }) => payment?.uid ?? '',
      status: ({ status }, language) => STATUSES[language][status],
      creditedTo: ({ decision }) => decision?.creditedTo ?? '',
      note: ({ decision }) => decision?.note ?? '',
      receivedAt: ({ arrivedAt }, language) => csvTime(arrivedAt, language),
    },
  }
}
