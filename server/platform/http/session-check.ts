/**
 * Where /api/v1 checks what an access token cannot tell: whether its session has ended since, and whether the
 * account's second factor is still due. (Doors that read tables as the caller rely on the database's row policies for
 * the same, and a bid is judged together with its session.) Concurrent questions travel together, and for callers who
 * only read an answer is cached for a while.
 */
import * as v from 'valibot'
import { parseRows } from '../db/rows.ts'
import type { Sql } from '../db/sql.ts'
import { type PersonClaims, sessionOf, type TokenSession } from './access-token.ts'

const SESSION_STATES = ['good', 'ended', 'second_factor_due'] as const
type SessionState = (typeof SESSION_STATES)[number]
const stateRow = v.object({ state: v.picklist(SESSION_STATES) })
/** With `anew`, cached answers do not count: once signed out, nobody changes anything any more. */
export type SessionCheck = (
  claims: PersonClaims,
  options?: { anew: boolean },
) => SessionState | Promise<SessionState>

/** How long an ended session may still be taken for an open one, for reading only. */
const HOLDS_MS = 15_000
const MOST_HELD = 20_000

type Question = { account: string; session: TokenSession }
type Waiting = Question & { resolve: (state: SessionState) => void; reject: (fault: unknown) => void }

/** Answers at once when it was asked a moment ago. Rejects when the database does not answer. */
export function createSessionCheck(sql: Sql): SessionCheck {
  const good = new Map<string, number>()
  let waiting: Waiting[] = []

  async function askTogether(): Promise<void> {
    const asked = waiting
    waiting = []
    try {
      const states = await askDatabase(sql, asked)
      const until = Date.now() + HOLDS_MS
      if (good.size + asked.length > MOST_HELD) good.clear()
      asked.forEach((question, index) => {
        const state = states[index] ?? 'ended'
        if (state === 'good') good.set(keyOf(question), until)
        question.resolve(state)
      })
    } catch (fault) {
      for (const question of asked) question.reject(fault)
    }
  }

  return (claims, { anew } = { anew: false }) => {
    const session = sessionOf(claims)
    if (!session) return 'ended'
    const question = { account: claims.sub, session }
    if (!anew && (good.get(keyOf(question)) ?? 0) > Date.now()) return 'good'
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(askTogether)
      waiting.push({ ...question, resolve, reject })
    })
  }
}

function keyOf({ account, session }: Question): string {
  return `${account} ${session.id} ${session.level}`
}

async function askDatabase(sql: Sql, questions: Question[]): Promise<SessionState[]> {
  const rows = parseRows(
    stateRow,
    await sql`
      select case
        when session is not null and not exists (
          select from auth.sessions
          where id = session and user_id = account and (not_after is null or not_after > now())
        ) then 'ended'
        when private.second_factor_is_due(account, level) then 'second_factor_due'
        else 'good'
      end as state
      from unnest(
        ${questions.map(({ account }) => account)}::uuid[],
        ${questions.map(({ session }) => session.id)}::uuid[],
        ${questions.map(({ session }) => session.level)}::text[]
      ) with ordinality as question (account, session, level, place)
      order by place`,
  )
  return rows.map(({ state }) => state)
}
