/** All records about one payment, on one time line: ours, its provider's, the ledger's, the chain's. */
import * as v from 'valibot'
import { UNMATCHED_STATUSES } from '#domain/money-decision.ts'
import { PAYMENT_STATUSES, type PaymentMethod } from '#domain/payment.ts'
import { redact } from '#domain/redact.ts'
import { centavos, count, parseRows, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { handOverIds } from '../refunds/public.ts'
import type { PaymentEventWire } from './wire.ts'

/** What a payment's records are named after. */
export type PaymentNames = {
  id: number
  uid: string
  method: PaymentMethod
  createdAt: Date
  tokens: string[]
  bids: number[]
  refunds: string[]
  disputes: string[]
}

/** More than any payment has; it only keeps a page from growing without bound. */
const MOST = 200

/** Oldest first. */
export async function paymentHistory(sql: Sql, names: PaymentNames): Promise<PaymentEventWire[]> {
  const parts = await Promise.all([
    states(sql, names),
    webhooks(sql, names),
    transfers(sql, names),
    operations(sql, names),
    deeds(sql, names),
  ])
  return parts
    .flat()
    .map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
    .sort((one, other) => one.at.localeCompare(other.at))
}

/** Each kind of event, before its instant is formatted. */
type DatedOf<Event> = Event extends unknown ? Omit<Event, 'at'> & { at: Date } : never
type Dated = DatedOf<PaymentEventWire>

async function states(sql: Sql, { id, uid, method, createdAt }: PaymentNames): Promise<Dated[]> {
  const rows = parseRows(
    v.object({
      id: rowId,
      status: v.picklist(PAYMENT_STATUSES),
      failure: v.nullable(v.string()),
      at: v.date(),
    }),
    await sql`
      select id, status, failure, at from private.payment_states where payment_id = ${id} order by id limit ${MOST}`,
  )
  // A payment from the wallet never waited for anybody.
  if (method === 'balance') return []
  const asked = {
    key: `state:${uid}`,
    kind: 'state' as const,
    status: 'pending' as const,
    failure: null,
    at: createdAt,
  }
  return [asked, ...rows.map(({ id, ...row }) => ({ ...row, key: `state:${id}`, kind: 'state' as const }))]
}

async function webhooks(sql: Sql, { id }: PaymentNames): Promise<Dated[]> {
  const rows = parseRows(
    v.object({
      number: count,
      provider: v.string(),
      type: v.string(),
      event: v.string(),
      outcome: v.nullable(v.string()),
      at: v.date(),
    }),
    await sql`
      select number, provider, type, id as event, outcome, received_at as at
      from private.webhook_events where payment_id = ${id} order by number limit ${MOST}`,
  )
  return rows.map(({ number, ...row }) => ({
    ...row,
    key: `webhook:${number}`,
    kind: 'webhook' as const,
    outcome: row.outcome && redact(row.outcome),
  }))
}

async function transfers(sql: Sql, names: PaymentNames): Promise<Dated[]> {
  const ids = transferIds(names, await ledgerNames(sql, names.id))
  const rows = parseRows(
    v.object({
      id: v.string(),
      transfer: v.string(),
      debit: v.string(),
      credit: v.string(),
      amount: centavos,
      at: v.date(),
    }),
    await sql`
      select transfers.id, transfers.kind as transfer, debit.code as debit, credit.code as credit, amount,
        transfers.created_at as at
      from ledger.transfers
      join ledger.accounts debit on debit.id = debit_account
      join ledger.accounts credit on credit.id = credit_account
      where transfers.id = any (${[...ids, ...ids.map((id) => `reversal:${id}`)]})
      order by transfers.created_at, transfers.id`,
  )
  return rows.map(({ id, ...row }) => ({ ...row, key: id, kind: 'transfer' as const }))
}

/** What else lines about a payment are named after: its gift, who shares its sale, and money that nobody had matched to it. */
const ledgerNamesRow = v.object({
  gifts: v.array(v.string()),
  sharers: v.array(v.string()),
  found: v.array(v.string()),
})
type LedgerNames = v.InferOutput<typeof ledgerNamesRow>

async function ledgerNames(sql: Sql, payment: number): Promise<LedgerNames> {
  return parseSoleRow(
    ledgerNamesRow,
    await sql`
      select array(select uid from private.gifts where payment_id = ${payment}) as gifts,
        array(
          select artists.uid
          from mints
          join private.shared_sales on mint_id = mints.id
          join private.split_shares on split_shares.split_id = shared_sales.split_id
          join private.artists on artists.id = artist_id
          where mints.payment_id = ${payment}
        ) as sharers,
        array(select uid from private.unmatched_money where payment_id = ${payment}) as found`,
  )
}

function transferIds(
  { uid, tokens, bids, refunds, disputes }: PaymentNames,
  { gifts, sharers, found }: LedgerNames,
): string[] {
  const shared = (name: string) => [name, ...sharers.map((sharer) => `${name}:${sharer}`)]
  const shares = (name: string) => [
    ...shared(`${name}:sale_author`),
    `${name}:sale_platform`,
    `${name}:house`,
  ]
  const held = [...bids.map((bid) => `bid:${bid}`), ...gifts.map((gift) => `gift:${gift}`)]
  return [
    ...['deposit', 'card_fee', 'pix_fee'].map((name) => `${name}:${uid}`),
    ...handOverIds(uid),
    ...tokens.flatMap((token) => [
      ...shared(`sale:${token}:author`),
      `sale:${token}:platform`,
      ...shared(`sale:${token}:tip`),
      ...['refund', 'regret', 'dispute_return'].flatMap((name) => shares(`${name}:${token}`)),
    ]),
    ...held.flatMap((name) => [`hold:${name}`, `void:${name}`]),
    ...refunds.flatMap((refund) => [
      ...shares(`refund_of:${refund}`),
      ...['out', 'done', 'back'].map((leg) => `card_refund:${refund}:${leg}`),
    ]),
    ...disputes.flatMap((dispute) =>
      ['fan', 'house', 'won', 'unclaimed', 'house_won', 'rest', 'lost', 'fee'].map(
        (leg) => `dispute:${dispute}:${leg}`,
      ),
    ),
    ...found.flatMap((money) => ['in', ...UNMATCHED_STATUSES].map((leg) => `unmatched:${money}:${leg}`)),
  ]
}

async function operations(
  sql: Sql,
  { uid, tokens, bids, refunds, disputes }: PaymentNames,
): Promise<Dated[]> {
  const keys = [
    `credit:${uid}`,
    ...tokens.flatMap((token) => [
      `sell:${token}`,
      `play:${token}`,
      `return:${token}`,
      `dispute_return:${token}`,
    ]),
    ...bids.flatMap((bid) => [`bids:${bid}`, `release:${bid}`]),
    ...refunds.flatMap((refund) =>
      ['author', 'platform', 'fan', 'card', 'back'].map((leg) => `refund:${refund}:${leg}`),
    ),
    ...disputes.flatMap((dispute) => [`dispute:${dispute}`, `dispute_won:${dispute}`]),
  ]
  const rows = parseRows(
    v.object({
      id: rowId,
      operation: v.string(),
      status: v.string(),
      failure: v.nullable(v.string()),
      txHash: v.nullable(v.string()),
      at: v.date(),
    }),
    await sql`
      select operations.id, kind as operation, operations.status, failure,
        case when operations.status in ('confirmed', 'failed') then hashes[cardinality(hashes)] end as "txHash",
        coalesce(ended_at, operations.created_at) as at
      from chain.operations
      left join chain.transactions on transactions.id = transaction_id
      where key = any (${keys})
      order by operations.id`,
  )
  return rows.map(({ id, ...row }) => ({
    ...row,
    key: `chain:${id}`,
    kind: 'chain' as const,
    failure: row.failure && redact(row.failure),
  }))
}

async function deeds(sql: Sql, { uid }: PaymentNames): Promise<Dated[]> {
  const rows = parseRows(
    v.object({
      id: rowId,
      action: v.string(),
      admin: v.string(),
      after: v.nullable(v.record(v.string(), v.unknown())),
      at: v.date(),
    }),
    await sql`
      select actions.id, action, coalesce(full_name, nickname, email) as admin, after, actions.created_at as at
      from private.admin_actions actions
      join users on users.uid = admin_id
      where subject = ${uid}
      order by actions.id desc
      limit ${MOST}`,
  )
  return rows.map(({ id, ...row }) => ({ ...row, key: `deed:${id}`, kind: 'deed' as const }))
}
