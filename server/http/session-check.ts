/**
 * The one place where /api/v1 asks what an access token cannot say: whether its session has ended since, and whether
 * the account's second factor is still due. (Doors that read tables as the caller ask the same of the database's row
 * policies.) Questions of one moment travel together, and an answer holds for a while, so that a bid waits for nothing.
 */
import type { Sql } from '../db/sql.ts'
import type { Claims } from './access-token.ts'

export type SessionState = 'good' | 'ended' | 'second_factor_due'

/** How long an ended session may still be taken for a living one. */
const HOLDS_MS = 15_000
const MOST_HELD = 20_000

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A token without a session (a service's own) has none that could end. */
type Question = { account: string; session: string | null; level: string }
type Waiting = Question & { resolve: (state: SessionState) => void; reject: (fault: unknown) => void }

/** Answers at once when it was asked a moment ago. Rejects when the database does not answer. */
export function createSessionCheck(sql: Sql): (claims: Claims) => SessionState | Promise<SessionState> {
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

  return (claims) => {
    const { sub: account, session_id: session = null, aal } = claims
    if (!UUID.test(account) || (session !== null && !UUID.test(String(session)))) return 'ended'
    const question = { account, session, level: typeof aal === 'string' ? aal : 'aal1' }
    if ((good.get(keyOf(question)) ?? 0) > Date.now()) return 'good'
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(askTogether)
      waiting.push({ ...question, resolve, reject })
    })
  }
}

function keyOf({ account, session, level }: Question): string {
  return `${account} ${session} ${level}`
}

async function askDatabase(sql: Sql, questions: Question[]): Promise<SessionState[]> {
  const rows = await sql<{ state: SessionState }[]>`
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
      ${questions.map(({ session }) => session)}::uuid[],
      ${questions.map(({ level }) => level)}::text[]
    ) with ordinality as question (account, session, level, place)
    order by place`
  return rows.map(({ state }) => state)
}
