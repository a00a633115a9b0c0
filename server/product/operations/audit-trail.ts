/** What administrators did, and what was done from the command line; money decisions with amount and payee. */
import { isSearchable, searchForm } from '#domain/search.ts'
import en from '#i18n/en/operations-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/operations-back-office.json' with { type: 'json' }
import { csvAmount, csvTime } from '../../platform/csv.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, type ListQuery, page } from '../back-office/list.ts'
import { peopleNamed } from '../back-office/matches.ts'
import { amountIn } from '../payments/public.ts'
import { actionInWords, factsInWords } from './audit-words.ts'
import type { AuditWire } from './contract.ts'

/** How many withdrawals and payments of the matched people are looked up. */
const MOST_SUBJECTS = 1000

type Row = Omit<AuditWire, 'createdAt'> & { createdAt: Date }

export const auditTrail: AdminList<AuditWire> = {
  async read(sql, query) {
    const id = sql`actions.id`
    const people = isSearchable(query.search) ? await peopleNamed(sql, query) : []
    const subjects = await subjectsNamed(sql, people ?? [], query)
    const { person } = query.filters
    const theirs = await subjectsOf(sql, person == null ? [] : [person])
    const rows = await sql<Row[]>`
      select actions.id, ${actor(sql)} as admin, door, action, subject,
        before, after, address, actions.created_at as "createdAt", about.amount, about.payee,
        coalesce(about.payee ->> 'name', ${nameOf(sql)}) as name,
        coalesce(after ->> 'reason', about.reason) as reason
      from private.admin_actions actions
      left join users admins on admins.uid = admin_id
      left join lateral (${money(sql)}) about on true
      where ${within(sql, query.filters, { at: sql`actions.created_at` })} and ${narrowed(sql, query, theirs)}
          and ${beyond(sql, id, query)} and (${query.search ? meant(sql, query, people, subjects) : sql`true`})
      ${inOrder(sql, id, query)}`
    return page(
      rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      query,
    )
  },
  columns: {
    when: ({ createdAt }, language) => csvTime(createdAt, language),
    who: ({ admin, door }) => admin ?? door,
    from: ({ address }) => address ?? '',
    deed: ({ action }, language) => actionInWords(action, language),
    subject: ({ subject, name }) => name ?? subject,
    uid: ({ subject }) => subject,
    amount: ({ amount }, language) => (amount === null ? '' : csvAmount(amount, language)),
    payee: ({ payee }) => payee?.name ?? '',
    reason: ({ reason }) => reason ?? '',
    before: ({ before, after }, language) => factsInWords(before, after, 'before', language),
    after: ({ before, after }, language) => factsInWords(before, after, 'after', language),
  },
}

/** Deeds of a kind, and those that a person did or that were about them. */
function narrowed(sql: Sql, { filters: { flow, person } }: ListQuery, theirs: Subjects): Fragment {
  return sql`
    ${flow == null ? sql`true` : sql`split_part(action, '.', 1) = ${flow}`}
    and ${person == null ? sql`true` : sql`(admin_id = ${person} or ${isAbout(sql, theirs)})`}`
}

/** Names change, and are anybody's choice: the address beside it is one person's. */
const actor = (sql: Sql): Fragment =>
  sql`nullif(concat_ws(' · ', coalesce(admins.full_name, admins.nickname), admins.email), '')`

/** The label of an action's subject where it is not about money. */
function nameOf(sql: Sql): Fragment {
  const uid = sql`private.uid_of(subject)`
  const number = sql`case when actions.subject ~ '^[0-9]{1,15}$' then actions.subject::bigint end`
  return sql`
    case split_part(action, '.', 1)
      when 'user' then (select coalesce(full_name, nickname, email) from users where users.uid = ${uid})
      when 'project' then (select project_name from projects where projects.uid = ${uid})
      when 'split' then (select project_name from projects where projects.uid = ${uid})
      when 'support' then (
        select concat_ws(' · ', coalesce(full_name, nickname, email), requests.id)
        from support_requests requests join users on users.uid = user_id
        where requests.id = ${number}
      )
      when 'proposal' then (
        select concat_ws(' · ', coalesce(full_name, nickname, email), proposals.id)
        from register_projects proposals join users on users.uid = user_id
        where proposals.id = ${number}
      )
      when 'artist' then (select name from private.artists where artists.uid = ${uid})
      when 'unmatched' then (select external_id from private.unmatched_money where unmatched_money.uid = ${uid})
    end`
}

/** An action's amount, person and reason, from the rows it refers to. */
function money(sql: Sql): Fragment {
  const fan = sql`
    json_build_object('kind', 'user', 'uid', users.uid, 'name', coalesce(full_name, nickname, email))`
  return sql`
    select amount, ${fan} as payee, null as reason
    from redeem_balance join users on users.uid = user_id
    where action like 'withdrawal.%' and redeem_balance.uid = private.uid_of(subject)
    union all
    select amount, json_build_object('kind', 'artist', 'uid', artists.uid, 'name', artists.name), null
    from private.artist_payouts payouts join private.artists on artists.id = artist_id
    where action like 'payout.%' and payouts.uid = private.uid_of(subject)
    union all
    select refunds.amount, ${fan}, reason
    from private.refunds join users on users.uid = user_id
    where action like 'refund.%' and refunds.uid = private.uid_of(after ->> 'refund')
    union all
    select amount, ${fan}, reason
    from private.write_offs join users on users.uid = user_id
    where action like 'write-off.%' and write_offs.uid = private.uid_of(after ->> 'writeOff')
    union all
    select amount, (
      select ${fan} from private.money_decisions decisions join users on users.uid = user_id
      where decisions.subject = unmatched_money.uid order by decisions.id desc limit 1
    ), null
    from private.unmatched_money
    where action like 'unmatched.%' and unmatched_money.uid = private.uid_of(subject)`
}

/** What actions on people are filed under. */
type Subjects = {
  records: string[]
  /** Numbers of their requests to support; those of jobs are filed alike. */
  requests: string[]
}

/** Those people themselves, their withdrawals, refunds (by payment), credited money and requests to support. */
async function subjectsOf(sql: Sql, people: string[]): Promise<Subjects> {
  if (people.length === 0) return { records: [], requests: [] }
  const [records, requests] = await Promise.all([
    sql<{ subject: string }[]>`
      select unnest(${people}::uuid[])::text as subject
      union all
      (select uid::text from redeem_balance where user_id = any(${people}::uuid[]) order by id desc limit ${MOST_SUBJECTS})
      union all
      (select payments.uid::text from private.refunds join payments on payments.id = payment_id
        where refunds.user_id = any(${people}::uuid[]) order by refunds.id desc limit ${MOST_SUBJECTS})
      union all
      (select subject::text from private.money_decisions
        where about = 'unmatched' and user_id = any(${people}::uuid[]) order by id desc limit ${MOST_SUBJECTS})`,
    sql<{ subject: string }[]>`
      select id::text as subject from support_requests
      where user_id = any(${people}::uuid[]) order by id desc limit ${MOST_SUBJECTS}`,
  ])
  return { records: records.map(({ subject }) => subject), requests: requests.map(({ subject }) => subject) }
}

/** Theirs, projects of that name, and artists of that name or wallet with their payouts. */
async function subjectsNamed(sql: Sql, people: string[], query: ListQuery): Promise<Subjects> {
  const { records, requests } = await subjectsOf(sql, people)
  if (!isSearchable(query.search)) return { records, requests }
  const isArtist = contains(sql, sql`private.search_form(artists.name || ' ' || wallet)`, query)
  const named = await sql<{ uid: string }[]>`
    (select uid::text from projects where ${contains(sql, sql`search`, query)} order by id desc limit ${MOST_SUBJECTS})
    union all
    (select uid::text from private.artists where ${isArtist} order by id desc limit ${MOST_SUBJECTS})
    union all
    (select payouts.uid::text from private.artist_payouts payouts join private.artists on artists.id = artist_id
      where ${isArtist} order by payouts.id desc limit ${MOST_SUBJECTS})`
  return { records: [...records, ...named.map(({ uid }) => uid)], requests }
}

/** The condition that an action was about one of them. */
const isAbout = (sql: Sql, { records, requests }: Subjects): Fragment => sql`(
  subject = any(${records}::text[]) or (subject = any(${requests}::text[]) and split_part(action, '.', 1) = 'support')
)`

/** The condition that an action matches the search text, by any word its row shows. */
function meant(sql: Sql, query: ListQuery, people: string[] | null, subjects: Subjects): Fragment {
  const facts = sql`private.action_facts(before, after)`
  const amount = amountIn(query.search)
  const byAmount =
    amount === null
      ? sql`false`
      : sql`${facts} like any (array[${`%"amount": ${amount},%`}, ${`%"amount": ${amount}}%`}])`
  // Numbers of requests and jobs are short, and match only as a whole.
  if (!isSearchable(query.search)) return sql`subject = ${query.search} or ${byAmount}`
  const name = sql`private.action_search(action, subject)`
  const deeds = actionsMeaning(query.search).reduce(
    (either, search) => sql`${either} or ${contains(sql, name, { ...query, search })}`,
    contains(sql, name, query),
  )
  const byPeople =
    people === null
      ? contains(sql, sql`private.user_search(admins.full_name, admins.nickname, admins.email)`, query)
      : sql`admin_id = any(${people}::uuid[])`
  return sql`
    ${deeds} or ${contains(sql, facts, query)} or ${byPeople} or ${isAbout(sql, subjects)} or ${byAmount}`
}

/** What a search text can match in the audit trail besides a record: an action by its words. */
const WORDS = [pt.deeds, en.deeds].flatMap((things) =>
  Object.entries(things).flatMap(([thing, deeds]) =>
    Object.entries(deeds as Record<string, string>).map(([deed, words]) => ({
      action: `${thing}.${deed}`,
      words: searchForm(words),
    })),
  ),
)

/** The actions whose label, in either language, contains the text. */
function actionsMeaning(text: string): string[] {
  const wanted = searchForm(text)
  return [...new Set(WORDS.filter(({ words }) => words.includes(wanted)).map(({ action }) => action))]
}
