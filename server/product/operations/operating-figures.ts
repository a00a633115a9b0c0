/**
 * What an operator watches, named as in docs/operating.md, "Metrics": one bounded statement each, on an index or a small table.
 */
import { TROUBLE_KINDS } from '#domain/trouble.ts'
import { mailsLeft } from '../../doors/auth/mails-left.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'
import { account } from '../ledger/ledger.ts'
import { isOpenIncident } from './close-incident.ts'
import { MANY_ATTEMPTS } from './failed-jobs.ts'
import { HOURLY_FIGURES } from './hourly-figures.ts'
import { requestsWaiting } from './requests-waiting.ts'

/** Whether its statement is cheap enough for every scrape, or reads whole tables and is counted hourly. */
export type Pace = 'scrape' | 'hour'
export type FigureRow = { label: string | null; value: number }
export type OperatingFigure = {
  name: string
  help: string
  /** The name of its one label; its values are few and listed here, never a person's. */
  label?: string
  pace: Pace
  /** A statement with rows `{label, value}`; no row where there is nothing to report. */
  rows: (sql: Sql | Tx) => Fragment
}

/** Beyond this the exact number is of no use; counting stops. */
const MOST = 100_000
/** A payment is settled or given up within this time. */
const PAYMENT_MINUTES = 20
/** A loss that lies further back calls for nothing. */
const LOSS_DAYS = 30

const ACCOUNTS = [
  'processor:clearing',
  'pix:clearing',
  'platform:revenue',
  'platform:card_fees',
  'platform:pix_fees',
  'platform:dispute_losses',
  'refunds:under_way',
  'refunds:unclaimed',
  'disputes:open',
  'payouts:under_way',
  'pix:unmatched',
  'cards:unmatched',
] as const

/** A condition on `payments`. */
export const isPendingLate = (sql: Sql | Tx): Fragment => sql`
  status = 'pending' and created_at < now() - make_interval(mins => ${PAYMENT_MINUTES})`

const age = (sql: Sql | Tx, since: Fragment) =>
  sql`greatest(0, extract(epoch from clock_timestamp() - ${since}))::float8`

/** The requests that wait for a person, by their label in the figures. */
const waiting = (sql: Sql | Tx) => sql`
  ${requestsWaiting(sql, MOST)}
  union all
  (select 'withdrawal_approved', created_at from redeem_balance where status = 'approved' order by id limit ${MOST})
  union all
  (select 'refund_approved', created_at from private.refunds where status = 'approved' order by id limit ${MOST})
  union all
  (select 'payout_approved', created_at from private.artist_payouts where status = 'approved' order by id limit ${MOST})`

/** Every kind has a row, even when nothing waits: a series that comes and goes cannot be alerted on. */
const ofKinds = (sql: Sql | Tx, value: Fragment) => sql`
  select kinds.kind as label, ${value} as value
  from unnest(array['withdrawal', 'withdrawal_approved', 'refund', 'refund_approved', 'write_off', 'payout',
    'payout_approved', 'support']) kinds (kind)
  left join (${waiting(sql)}) open on open.kind = kinds.kind
  group by kinds.kind`

export const OPERATING_FIGURES: readonly OperatingFigure[] = [
  {
    name: 'tune_settlement_overdue_seconds',
    help: 'How long the next settlement has been due; above a few seconds no worker settles.',
    pace: 'scrape',
    rows: (sql) => sql`select null as label, greatest(0, coalesce(-market.until_due() / 1000, 0)) as value`,
  },
  {
    name: 'tune_queue_jobs',
    help: 'Background jobs that are due (waiting), fail for half an hour (failing), or for good (failed).',
    label: 'state',
    pace: 'scrape',
    rows: (sql) => sql`
      select 'waiting' as label, count(*)::float8 as value from (
        select from graphile_worker.jobs where attempts < max_attempts and run_at <= now() limit ${MOST}) due
      union all
      select 'failing', count(*)::float8 from (
        select from graphile_worker.jobs where attempts between ${MANY_ATTEMPTS} and max_attempts - 1 limit ${MOST}) again
      union all
      select 'failed', count(*)::float8 from (
        select from graphile_worker.jobs where attempts >= max_attempts and locked_at is null limit ${MOST}) lost`,
  },
  {
    name: 'tune_queue_oldest_seconds',
    help: 'How long the oldest background job that is due has been due; 0 when none is.',
    pace: 'scrape',
    rows: (sql) => sql`
      select null as label, coalesce(${age(sql, sql`min(run_at)`)}, 0) as value
      from graphile_worker.jobs where attempts < max_attempts and run_at <= now()`,
  },
  {
    name: 'tune_chain_operations',
    help: 'Operations of the chain that wait to be handed in (queued), or were refused (failed).',
    label: 'state',
    pace: 'scrape',
    rows: (sql) => sql`
      select 'queued' as label, count(*)::float8 as value from (
        select from chain.operations where status = 'queued' limit ${MOST}) queued
      union all
      select 'failed', count(*)::float8 from (
        select from chain.operations
        where status = 'failed' and ${isOpenIncident(sql, 'operation', sql`operations.key`)}
        limit ${MOST}) failed`,
  },
  {
    name: 'tune_chain_oldest_queued_seconds',
    help: 'How long the oldest operation of the chain has been waiting, or its transaction to be mined; 0 when none is.',
    pace: 'scrape',
    rows: (sql) => sql`
      select null as label, coalesce(${age(sql, sql`min(created_at)`)}, 0) as value
      from (
        (select created_at from chain.operations where status = 'queued' order by id limit 1)
        union all
        select created_at from chain.transactions where status = 'signed'
      ) waiting`,
  },
  {
    name: 'tune_payments_pending_late',
    help: `Payments that have been pending for more than ${PAYMENT_MINUTES} minutes.`,
    pace: 'scrape',
    rows: (sql) => sql`
      select null as label, count(*)::float8 as value from (
        select from payments where ${isPendingLate(sql)} limit ${MOST}) late`,
  },
  {
    name: 'tune_requests_waiting',
    help: 'Requests that wait for an administrator; what is approved waits for its bank.',
    label: 'kind',
    pace: 'scrape',
    rows: (sql) => ofKinds(sql, sql`count(open.kind)::float8`),
  },
  {
    name: 'tune_requests_oldest_seconds',
    help: 'How long the oldest of these requests has been waiting; 0 when none is.',
    label: 'kind',
    pace: 'scrape',
    rows: (sql) => ofKinds(sql, sql`coalesce(${age(sql, sql`min(open.created_at)`)}, 0)`),
  },
  {
    name: 'tune_disputes_open',
    help: 'Card payments that a bank takes back unless evidence is sent in time.',
    pace: 'scrape',
    rows: (sql) =>
      sql`select null as label, count(*)::float8 as value from private.disputes where status = 'open'`,
  },
  {
    name: 'tune_mails_left_ratio',
    help: 'What is left of the mails that the auth door sends in an hour: 1 is all of them.',
    label: 'kind',
    pace: 'scrape',
    rows: (sql) => mailsLeft(sql),
  },
  {
    name: 'tune_webhooks_refused',
    help: 'Webhooks that were refused and that nobody has decided about.',
    pace: 'scrape',
    rows: (sql) => sql`
      select null as label, count(*)::float8 as value from (
        select from private.webhook_events
        where outcome like 'refused%'
          and not exists (
            select from private.unmatched_money where event_id = webhook_events.id and status <> 'open'
          )
          and ${isOpenIncident(sql, 'webhook', sql`webhook_events.id`)}
        limit ${MOST}) refused`,
  },
  {
    name: 'tune_troubles',
    help: 'What the hourly look around found amiss and nobody has settled.',
    label: 'kind',
    pace: 'scrape',
    rows: (sql) => sql`
      select kinds.kind as label, count(troubles.id)::float8 as value from unnest(${[...TROUBLE_KINDS]}::text[]) kinds (kind)
      left join private.troubles on troubles.kind = kinds.kind and gone_at is null and settled_at is null
      group by kinds.kind`,
  },
  {
    name: 'tune_reconciliation_differences',
    help: 'What the newest comparison with card processor, PIX provider and chain found to differ.',
    pace: 'scrape',
    rows: (sql) => sql`
      select null as label, jsonb_array_length(differences)::float8 as value
      from private.reconciliations order by id desc limit 1`,
  },
  {
    name: 'tune_reconciliation_age_seconds',
    help: 'How long ago the newest comparison was made.',
    pace: 'scrape',
    rows: (sql) => sql`
      select null as label, ${age(sql, sql`made_at`)} as value
      from private.reconciliations order by id desc limit 1`,
  },
  {
    name: 'tune_figures_age_seconds',
    help: 'How long ago a worker counted the figures, which it does every minute.',
    pace: 'scrape',
    rows: (sql) => sql`select null as label, ${age(sql, sql`counted_at`)} as value from private.figures`,
  },
  {
    name: 'tune_look_age_seconds',
    help: 'How long ago a worker last looked around, which it does every hour.',
    pace: 'scrape',
    rows: (sql) => sql`select null as label, ${age(sql, sql`looked_at`)} as value from private.looks`,
  },
  {
    name: 'tune_dispute_losses_centavos',
    help: `What disputes have cost the house in ${LOSS_DAYS} days.`,
    pace: 'scrape',
    rows: (sql) => sql`
      select null as label, coalesce(-sum(change), 0)::float8 as value
      from ledger.accounts house
      join ledger.lines on account = house.id
      where code = ${account.disputeLosses} and created_at > now() - make_interval(days => ${LOSS_DAYS})`,
  },
  {
    name: 'tune_money_held_centavos',
    help: 'Held for bids and withdrawals, as a worker counted it last.',
    pace: 'scrape',
    rows: (sql) => sql`
      select null as label, held::float8 as value from private.daily_held order by day desc limit 1`,
  },
  {
    name: 'tune_account_balance_centavos',
    help: 'Credits minus debits of the ledger accounts that are nobody’s wallet.',
    label: 'account',
    pace: 'scrape',
    rows: (sql) => sql`
      select code as label, balance::float8 as value from ledger.accounts where code in ${sql(ACCOUNTS)}`,
  },
  ...HOURLY_FIGURES,
]
