/**
 * Where /api/v1 learns what an access token cannot tell: whether its session has ended since, whether the account's
 * second factor is still due, and who the person is. (Doors that read tables as the caller rely on the database's row
 * policies for the same, and a bid is judged together with its session.) Concurrent questions travel together.
 */
import * as v from 'valibot'
import { STAFF_ROLES } from '#domain/role.ts'
import { askTogether } from '../../platform/db/ask-together.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Version } from '../../platform/db/version.ts'
import {
  type Claims,
  type PersonClaims,
  personOf,
  sessionOf,
  type TokenSession,
} from '../../platform/http/access-token.ts'

const fanRow = v.object({
  uid: v.string(),
  email: v.string(),
  wallet: v.nullable(v.string()),
  language: v.picklist(['pt', 'en']),
  /** What they are in the back office; once authorised, only in a session with the second factor, where one is required. */
  role: v.nullable(v.picklist(STAFF_ROLES)),
  isActive: v.boolean(),
  isComplete: v.boolean(),
  /** Has never bought nor bid, no gift waits for them, and they are no artist nor act for one: no answer about the market tells anything of their own. */
  isNewcomer: v.boolean(),
})
export type Fan = v.InferOutput<typeof fanRow>

const accountRow = v.object({
  session: v.picklist(['good', 'ended', 'second_factor_due']),
  /** Null until the profile is begun. */
  fan: v.nullable(fanRow),
})
type Account = v.InferOutput<typeof accountRow>

/** With the present `version`, an earlier answer of the same version counts; with null, none does. */
export type CheckAccount = (claims: PersonClaims, version: Version | null) => Promise<Account>

/** Sessions end by the clock too, which changes no version. */
const HOLDS_MS = 900

type Question = { account: string; session: TokenSession }

/** Rejects when the database does not answer. */
export function createAccountCheck(sql: Sql): CheckAccount {
  const ask = askTogether(nameOf, (questions: Question[]) => askDatabase(sql, questions))
  /** The claims of a token are the same object while it is remembered. */
  const held = new WeakMap<PersonClaims, { account: Account; version: Version; until: number }>()

  return async (claims, version) => {
    const now = performance.now()
    const known = held.get(claims)
    if (known && known.version === version && known.until > now) return known.account
    const session = sessionOf(claims)
    if (!session) return { session: 'ended', fan: null }
    const account = await ask({ account: claims.sub, session })
    if (version !== null) held.set(claims, { account, version, until: now + HOLDS_MS })
    return account
  }
}

/** Whether somebody may watch the server's topics: whoever the product API would let in, with a profile or without. */
export function mayWatchTopics(checkAccount: CheckAccount): (claims: Claims) => Promise<boolean> {
  return async (claims) => {
    const person = personOf(claims)
    if (!person) return false
    const { session, fan } = await checkAccount(person, null)
    return session === 'good' && fan?.isActive !== false
  }
}

function nameOf({ account, session }: Question): string {
  return `${account} ${session.id} ${session.level}`
}

async function askDatabase(sql: Sql, questions: Question[]): Promise<Account[]> {
  return parseRows(
    accountRow,
    await sql`
      select
        case
          when session is not null and not exists (
            select from auth.sessions
            where id = session and user_id = account and (not_after is null or not_after > now())
          ) then 'ended'
          when private.second_factor_is_due(account, level) then 'second_factor_due'
          else 'good'
        end as session,
        case when users.uid is not null then json_build_object(
          'uid', users.uid, 'email', email, 'wallet', wallet, 'language', language,
          'role', private.staff_role(users.uid), 'isActive', is_active, 'isComplete', is_complete_profile,
          -- Not by "exists": for several people at once Postgres would read whole tables. Bids, which are many, come last.
          'isNewcomer', coalesce(
            (select bool_or(true) from mints where user_id = users.uid),
            (select bool_or(true) from payments where user_id = users.uid and status = 'pending'),
            (select bool_or(true) from private.gifts where gifts.email = users.email and status = 'waiting'),
            (select bool_or(true) from private.artist_accounts where user_id = users.uid),
            (select bool_or(true) from private.artists where artists.wallet = lower(users.wallet)),
            (select bool_or(true) from bids where user_id = users.uid)
          ) is null
        ) end as fan
      from unnest(
        ${questions.map(({ account }) => account)}::uuid[],
        ${questions.map(({ session }) => session.id)}::uuid[],
        ${questions.map(({ session }) => session.level)}::text[]
      ) with ordinality as question (account, session, level, place)
      left join users on users.uid = account
      order by place`,
  )
}
