/** Every payment. */
import * as v from 'valibot'
import { statusName } from '#domain/payment.ts'
import en from '#i18n/en/payments-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/payments-back-office.json' with { type: 'json' }
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
import { type AdminList, beyond, contains, inOrder, type ListQuery, page } from '../back-office/list.ts'
import { peopleNamed, projectsNamed } from '../back-office/matches.ts'
import { type AdminPaymentWire, adminPaymentWire } from './contract.ts'
import { amountIn, flowsIn } from './payment-terms.ts'

const WORDS = { pt: pt.activity, en: en.activity }

const columns: AdminList<AdminPaymentWire>['columns'] = {
  uid: ({ uid }) => uid,
  kind: ({ flow }, language) => WORDS[language].types[flow],
  project: ({ project }) => project?.projectName ?? '',
  author: ({ project }) => project?.author ?? '',
  name: ({ user }) => user.fullName ?? '',
  email: ({ user }) => user.email,
  amount: ({ amount }) => csvAmount(amount),
  status: (payment, language) => WORDS[language].statuses[statusName(payment)],
  createdAt: ({ createdAt }) => csvTime(createdAt),
}

export const payments = paymentsOf(null)

/** Those of one person, or of everybody. */
export function paymentsOf(user: string | null): AdminList<AdminPaymentWire> {
  return { read: (sql, query) => read(sql, query, user), columns }
}

async function read(sql: Sql, query: ListQuery, user: string | null): Promise<Page<AdminPaymentWire>> {
  const id = sql`payments.id`
  const meant = query.search ? await namesIn(sql, query) : null
  const rows = parseRows(
    v.object({ ...adminPaymentWire.entries, createdAt: v.date() }),
    await sql`
      select payments.id, payments.uid, flow, method, status, amount, payments.created_at as "createdAt",
        json_build_object(
          'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url
        ) as user,
        case when projects.id is not null then json_build_object(
          'projectName', project_name, 'author', author, 'thumbnail', thumbnail
        ) end as project
      from payments
      join users on users.uid = payments.user_id
      left join projects on projects.id = payments.project_id
      where ${beyond(sql, id, query)} and ${user ? sql`payments.user_id = ${user}` : sql`true`}
        and ${meant ? found(sql, query, meant) : sql`true`}
      ${inOrder(sql, id, query)}`,
  )
  return page(
    rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    query,
  )
}

type Names = { people: string[] | null; projects: number[] | null }

async function namesIn(sql: Sql, query: ListQuery): Promise<Names> {
  const [people, projects] = await Promise.all([peopleNamed(sql, query), projectsNamed(sql, query)])
  return { people, projects }
}

/**
 * The condition that a payment matches the search text. Each meaning yields at most a page of rows, from an index of
 * its own, so that the answer takes as long among a million payments as among a thousand.
 */
function found(sql: Sql, query: ListQuery, { people, projects }: Names): Fragment {
  const amount = amountIn(query.search)
  const flows = flowsIn(query.search)
  if (people === null || projects === null) {
    const text = sql`private.user_search(full_name, nickname, email)`
    return sql`(
      ${contains(sql, text, query)} or ${contains(sql, sql`projects.search`, query)}
      or amount = ${amount} or flow = any (${flows})
    )`
  }
  const id = sql`own.id`
  const rows = (condition: Fragment) => sql`
    select own.id from payments own
    where ${condition} and ${beyond(sql, id, query)}
    ${inOrder(sql, id, query)}`
  return sql`payments.id in (
    select id from unnest(${people}::uuid[]) person (uid), lateral (${rows(sql`own.user_id = person.uid`)}) rows
    union all
    select rows.id from unnest(${projects}::bigint[]) project (id),
      lateral (${rows(sql`own.project_id = project.id`)}) rows
    union all
    (${rows(sql`own.amount = ${amount}`)})
    union all
    select id from unnest(${flows}::text[]) flow (name), lateral (${rows(sql`own.flow = flow.name`)}) rows
  )`
}
