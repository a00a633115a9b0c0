/** Ends the tokens whose window is over, in the order of their ends, and frees their units. */
import type { Sql } from '../db/sql.ts'
import { withRetries } from '../db/transact.ts'
import { enqueueMail } from '../outbox.ts'

const BATCH = 200

type Ended = { id: number; email: string; language: 'pt' | 'en'; project: string }

/**
 * Ends up to 200 due tokens in one transaction and resolves with how many. Several workers may run it at
 * once: each takes rows the others have not. A token ends at the instant its window said, however late this
 * runs, so an outage gives nobody more time in the books.
 */
export async function endDueTokens(sql: Sql): Promise<number> {
  return withRetries(sql, async (tx) => {
    const ended = await tx<Ended[]>`
      with due as (
        select id
        from mints
        where status = 'minted' and will_expire_at <= clock_timestamp()
        order by will_expire_at, id
        limit ${BATCH}
        for update skip locked
      ),
      ended as (
        update mints
        set status = 'expired', ended_at = will_expire_at
        from due
        where mints.id = due.id
        returning mints.id, mints.unit_id, mints.user_id, mints.project_id
      ),
      freed as (
        update units
        set mint_id = null
        from ended
        where units.id = ended.unit_id and units.mint_id = ended.id
      )
      select ended.id, users.email, users.language, projects.project_name as project
      from ended
      join users on users.uid = ended.user_id
      join projects on projects.id = ended.project_id`
    for (const token of ended) {
      await enqueueMail(tx, {
        to: token.email,
        language: token.language,
        template: 'access_ended',
        data: { project: token.project },
      })
    }
    return ended.length
  })
}

/** Milliseconds until the next token ends; null while none is live. Negative when one is overdue. */
export async function untilNextEnd(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ wait: number | null }[]>`
    select (extract(epoch from min(will_expire_at) - clock_timestamp()) * 1000)::float8 as wait
    from mints
    where status = 'minted'`
  return row?.wait ?? null
}
