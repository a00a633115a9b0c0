/**
 * Which payments a list shows. Each way to find them reads a page of an index of its own, so that the answer takes as long
 * among a million payments as among a thousand.
 */
import type { DisputeStatus } from '#domain/dispute.ts'
import { identifiersIn } from '#domain/identifiers.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES, type PaymentMethod, type PaymentStatus } from '#domain/payment.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { within } from '../back-office/filters.ts'
import { beyond, contains, inOrder, type ListQuery } from '../back-office/list.ts'
import { peopleNamed, projectsNamed, recordedIn } from '../back-office/matches.ts'
import { cancelledPayments, isUndoneOf, undonePayments } from '../back-office/payment-turn.ts'
import { amountIn, flowsIn } from './payment-terms.ts'

/** The most payments that one transaction records or one provider's id names. */
const MANY = 500

/** A query for the rows of a page that meet a condition, out of `payments own` or of what joins it. */
type Rows = (condition: Fragment, source?: Fragment) => Fragment

/**
 * A query for the ids of a page, one more than it holds, of one person's payments or of everybody's. Within an object: a
 * fragment that is awaited is sent.
 */
export async function findPayments(
  sql: Sql,
  query: ListQuery,
  user: string | null,
): Promise<{ ids: Fragment }> {
  const rows: Rows = (condition, source = sql`payments own`) => sql`
    select own.id from ${source}
    where ${condition} and ${narrowed(sql, query, user)} and ${beyondLast(sql, query)}
    ${sorted(sql, query)}`
  if (query.search !== '') return { ids: searched(sql, query, rows, await meaningsOf(sql, query)) }
  const { status, method, flow, ...others } = query.filters
  const isByKindAlone = user === null && Object.values(others).every((value) => value == null)
  if (!isByKindAlone) return { ids: rows(sql`true`) }
  const states = statesOf(query)
  if (!states) return { ids: flow == null ? rows(sql`true`) : byFlow(sql, flow, rows) }
  const ids = sql`
    select rows.id from unnest(${states.map(({ status }) => status)}::text[], ${states.map(({ method }) => method)}::text[])
      state (status, method), lateral (${rows(sql`own.status = state.status and own.method = state.method`)}) rows`
  return { ids }
}

/** Bids from the wallet, which are most payments, have no place in the indexes by flow and by amount: the bids lead to them. */
const isIndexed = (sql: Sql) => sql`(own.flow <> 'bid' or own.method <> 'balance')`

function byFlow(sql: Sql, flow: string, rows: Rows): Fragment {
  const indexed = rows(sql`own.flow = ${flow} and ${isIndexed(sql)}`)
  if (flow !== 'bid') return indexed
  return sql`
    (${indexed})
    union all
    (${rows(sql`own.method = 'balance'`, sql`bids join payments own on own.id = bids.payment_id`)})`
}

/** At most one bid of an amount stands on a project. */
function byAmount(sql: Sql, amount: number, rows: Rows): Fragment {
  const ended = sql`bids.amount = ${amount} and bids.status not in ('pending', 'bided')`
  return sql`
    (${rows(sql`own.amount = ${amount} and ${isIndexed(sql)}`)})
    union all
    (${rows(sql`own.method = 'balance' and ${ended}`, sql`bids join payments own on own.id = bids.payment_id`)})
    union all
    (${rows(
      sql`own.method = 'balance'`,
      // The limit keeps the planner from reading all bids instead.
      sql`market.state
        cross join lateral (
          select payment_id from bids
          where project_id = state.project_id and amount = ${amount} and status in ('pending', 'bided') limit 1
        ) standing
        join payments own on own.id = standing.payment_id`,
    )})`
}

/** By day where days are asked for: the order of the index that holds them. */
export const isByDay = ({ filters: { from, to } }: ListQuery) => from != null || to != null

export function sorted(sql: Sql, query: ListQuery): Fragment {
  if (!isByDay(query)) return inOrder(sql, sql`own.id`, query)
  return query.order === 'newest'
    ? sql`order by own.created_at desc, own.id desc limit ${query.limit + 1}`
    : sql`order by own.created_at, own.id limit ${query.limit + 1}`
}

function beyondLast(sql: Sql, query: ListQuery): Fragment {
  const { after, order } = query
  if (after === null || !isByDay(query)) return beyond(sql, sql`own.id`, query)
  const last = sql`((select created_at from payments where id = ${after}), ${after}::bigint)`
  return order === 'newest'
    ? sql`(own.created_at, own.id) < ${last}`
    : sql`(own.created_at, own.id) > ${last}`
}

/** The filters, each in the columns of `own`. */
function narrowed(sql: Sql, query: ListQuery, user: string | null): Fragment {
  const { filters } = query
  const { flow, project, status } = filters
  const states = statesOf(query)
  return sql`
    ${user === null ? sql`true` : sql`own.user_id = ${user}`}
    and ${states ? inStates(sql, states) : sql`true`}
    and ${becameOf(sql, status)}
    and ${flow == null ? sql`true` : sql`own.flow = ${flow}`}
    and ${project == null ? sql`true` : sql`own.project_id = (select id from projects where uid = ${project})`}
    and ${within(sql, filters, { at: sql`own.created_at`, amount: sql`own.amount`, person: sql`own.user_id` })}`
}

const DISPUTES = new Map<ListQuery['filters']['status'], DisputeStatus>([
  ['disputed', 'open'],
  ['dispute_won', 'won'],
  ['dispute_lost', 'lost'],
])

/** What has become of the money, where that is asked for. One that was undone or that a bank took back is not in the place of its status. */
function becameOf(sql: Sql, status: ListQuery['filters']['status']): Fragment {
  const said = DISPUTES.get(status)
  if (said) return sql`own.id in (select payment_id from private.disputes where disputes.status = ${said})`
  if (status === 'refunded' || status === 'refund_waiting') {
    const isWaiting = sql`refunds.status = 'requested' and not made_elsewhere`
    return sql`own.id in (
      select payment_id from private.refunds
      where ${status === 'refunded' ? sql`refunds.status not in ('failed', 'rejected') and not (${isWaiting})` : isWaiting}
    )`
  }
  if (status == null) return sql`true`
  if (status === 'undone') return sql`own.id in ${undonePayments(sql)}`
  if (status === 'cancelled') return sql`own.id in ${cancelledPayments(sql)}`
  // Those that stand are found among themselves: most that were ever sent have ended.
  const isOfStatus =
    status === 'succeded-bided'
      ? sql`own.id in (select payment_id from bids where status in ('pending', 'bided'))`
      : sql`not ${isUndoneOf(sql, sql`own`)}`
  return sql`${isOfStatus} and not exists (select from private.disputes where payment_id = own.id and disputes.status <> 'won')`
}

type State = { status: PaymentStatus; method: PaymentMethod }

/** The statuses and methods that are asked for; null for any. A PIX that nobody paid is not called a failure. */
function statesOf({ filters: { status, method } }: ListQuery): State[] | null {
  const wanted = status === 'unpaid' ? 'failed' : PAYMENT_STATUSES.find((known) => known === status)
  if (!wanted && method == null) return null
  const all = (wanted ? [wanted] : PAYMENT_STATUSES).flatMap((each) =>
    PAYMENT_METHODS.map((by) => ({ status: each, method: by })),
  )
  return all.filter(
    (state) =>
      (method == null || state.method === method) &&
      (status !== 'unpaid' || state.method === 'pix') &&
      (status !== 'failed' || state.method !== 'pix'),
  )
}

function inStates(sql: Sql, states: State[]): Fragment {
  const each = <Name extends keyof State>(name: Name) => [...new Set(states.map((state) => state[name]))]
  return sql`(own.status = any (${each('status')}) and own.method = any (${each('method')}))`
}

type Meanings = { people: string[] | null; projects: number[] | null; known: number[] }

async function meaningsOf(sql: Sql, query: ListQuery): Promise<Meanings> {
  const [people, projects, known] = await Promise.all([
    peopleNamed(sql, query),
    projectsNamed(sql, query),
    paymentsKnownAs(sql, query.search),
  ])
  return { people, projects, known }
}

function searched(
  sql: Sql,
  query: ListQuery,
  rows: (condition: Fragment) => Fragment,
  { people, projects, known }: Meanings,
): Fragment {
  const amount = amountIn(query.search)
  const flows = flowsIn(query.search)
  if (people === null || projects === null) {
    return rows(sql`(
      own.amount = ${amount} or own.flow = any (${flows})
      or exists (
        select from users where users.uid = own.user_id
          and ${contains(sql, sql`private.user_search(full_name, nickname, email)`, query)}
      )
      or exists (select from projects where projects.id = own.project_id and ${contains(sql, sql`projects.search`, query)})
    )`)
  }
  const found = [
    ...(amount === null ? [] : [byAmount(sql, amount, rows)]),
    ...flows.map((flow) => byFlow(sql, flow, rows)),
  ]
  return sql`
    select id from unnest(${people}::uuid[]) person (uid), lateral (${rows(sql`own.user_id = person.uid`)}) rows
    union all
    select rows.id from unnest(${projects}::bigint[]) project (id),
      lateral (${rows(sql`own.project_id = project.id`)}) rows
    union all
    (${rows(sql`own.id = any (${known}::bigint[])`)})
    ${found.reduce((all, each) => sql`${all} union all (${each})`, sql``)}`
}

/** By their own uid, by an id at their provider, or by the transaction on the chain that records them. */
async function paymentsKnownAs(sql: Sql, text: string): Promise<number[]> {
  const { uid, uids: begun, hash, providerId } = identifiersIn(text)
  if (begun === null && hash === null && providerId === null) return []
  const recorded = await recordedIn(sql, hash)
  const uids = uid === null ? recorded : [uid, ...recorded]
  const found = await sql<{ id: number }[]>`
    select id from payments where uid = any (${uids}::uuid[])
    union (select id from payments where uid between ${begun?.first ?? null} and ${begun?.last ?? null} limit ${MANY})
    union select payment_id from mints where uid = any (${uids}::uuid[]) and payment_id is not null
    union select id from payments where intent_id = ${providerId}
    union select payment_id from private.refunds where provider_id = ${providerId} or uid = ${uid}
    union select payment_id from private.disputes where provider_id = ${providerId}
    limit ${MANY}`
  return found.map(({ id }) => id)
}
