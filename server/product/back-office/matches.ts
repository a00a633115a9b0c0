/**
 * The people and projects that a search text matches; a list then takes their rows from its own indexes.
 */
import { identifiersIn } from '#domain/identifiers.ts'
import { OWNER } from '#domain/role.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { contains, type ListQuery } from './list.ts'

/** Beyond this many matches, walking the list is faster: one row in a few matches. Null says so. */
const MANY = 500
const UID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/**
 * By part of their name, nickname or e-mail, or by the whole of their nickname (which may be too short to be looked up by a
 * part), CPF, phone, wallet (or the beginning of its address), uid or a PIX key that they have withdrawn to. What is hidden of a
 * colleague finds them for nobody from whom it is hidden. Null where too many have such a name.
 */
export async function peopleNamed(sql: Sql, query: ListQuery): Promise<string[] | null> {
  const [named, known] = await Promise.all([
    sql<{ uid: string }[]>`
      select uid from users
      where ${contains(sql, sql`private.user_search(full_name, nickname, email)`, query)}
      limit ${MANY + 1}`,
    peopleKnownAs(sql, query),
  ])
  if (known.length === 0 && named.length > MANY) return null
  return [...new Set([...known, ...named.slice(0, MANY).map(({ uid }) => uid)])]
}

async function peopleKnownAs(
  sql: Sql,
  { search: text, by }: Pick<ListQuery, 'search' | 'by'>,
): Promise<string[]> {
  const { cpf, phone, wallets, uid, pixKeys } = identifiersIn(text)
  // The rule is `isAbove` of people/colleague.ts.
  const isShown = sql`(role = 'user' or users.uid = ${by ?? null} or private.staff_role(${by ?? null}) = ${OWNER})`
  const found = await sql<{ uid: string }[]>`
    select uid from users where lower(nickname) = lower(${text.trim()})
    union select uid from users where document = ${cpf} and ${isShown}
    union (select uid from users where tel = ${phone} and ${isShown} limit ${MANY})
    union (select uid from users where lower(wallet) between ${wallets?.first ?? null} and ${wallets?.last ?? null} limit ${MANY})
    union select uid from users where uid = ${uid}
    union (
      select user_id from redeem_balance join users on users.uid = user_id
      where pix_key = any (${pixKeys}) and ${isShown} limit ${MANY}
    )`
  return found.map((person) => person.uid)
}

export async function projectsNamed(sql: Sql, query: ListQuery): Promise<number[] | null> {
  const { uid, wallets } = identifiersIn(query.search)
  const found = await sql<{ id: number }[]>`
    (select id from projects where ${contains(sql, sql`search`, query)} limit ${MANY + 1})
    union select id from projects where uid = ${uid}
    union (select id from projects where lower(author_wallet) between ${wallets?.first ?? null} and ${wallets?.last ?? null} limit ${MANY})`
  return found.length > MANY ? null : found.map(({ id }) => id)
}

/** The uids of what a transaction on the chain records: payments, tokens and withdrawals. */
export async function recordedIn(sql: Sql, hash: string | null): Promise<string[]> {
  if (hash === null) return []
  const found = await sql<{ uid: string }[]>`
    select distinct lower(name) as uid
    from chain.operations
    cross join lateral (
      select payload ->> 'reference'
      union all
      select bid ->> 'reference' from jsonb_array_elements(coalesce(payload -> 'bids', '[]')) bid
      union all
      select reference from jsonb_array_elements_text(coalesce(payload -> 'references', '[]')) reference
    ) names (name)
    -- Looked up first: joined, a planner that knows nothing of such hashes reads every operation there is.
    where transaction_id = any (array(select id from chain.transactions where hashes @> ${[hash]}::text[]))
      and name ~* ${UID}
    limit ${MANY}`
  return found.map(({ uid }) => uid)
}
