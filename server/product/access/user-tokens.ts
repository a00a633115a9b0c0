/** A fan's shelf of tokens. */
import * as v from 'valibot'
import { projectPhase } from '#domain/project.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import { type TokenWire, tokenWire } from './contract.ts'

const tokenRow = v.object({
  ...tokenWire.entries,
  createdAt: v.date(),
  willExpireAt: v.nullable(v.date()),
  endedAt: v.nullable(v.date()),
  project: v.omit(tokenWire.entries.project, ['phase']),
  expiredAt: v.date(),
  firstLotSold: v.boolean(),
  now: v.date(),
})

/** One page of the fan's tokens, newest first; lyrics only while the token gives access. */
export async function listUserTokens(
  sql: Sql,
  fanUid: string,
  page: { limit: number; after: number | null },
): Promise<Page<TokenWire>> {
  const rows = parseRows(
    tokenRow,
    await sql`
      select mints.id, mints.uid, mints.status, status_song as "statusSong", mints.amount, tip,
        coalesce((
          select sum(refunds.amount) from private.refunds where refunds.payment_id = mints.payment_id and from_sale
        ), 0)::bigint as refunded,
        mints.created_at as "createdAt", will_expire_at as "willExpireAt", ended_at as "endedAt",
        regretted_at is not null as regretted, (
          select nickname from private.gifts join users on users.uid = giver where gifts.mint_id = mints.id
        ) as giver,
        mints.tx_hash as "txHash", tx_song as "txSong",
        json_build_object(
          'uid', projects.uid,
          'projectName', project_name,
          'author', author,
          'thumbnail', thumbnail,
          'validPeriod', valid_period,
          'tint', tint,
          'artistSlug', (select slug from private.artists where wallet = lower(author_wallet)),
          'lyrics', case
            when mints.status = 'minted' and will_expire_at > clock_timestamp() then lyrics
            else ''
          end,
          'timedLyrics', case
            when mints.status = 'minted' and will_expire_at > clock_timestamp() then timed_lyrics
            else '[]'
          end
        ) as project,
        projects.expired_at as "expiredAt", unsold = 0 as "firstLotSold", clock_timestamp() as now
      from mints
      join projects on projects.id = mints.project_id
      join market.state on state.project_id = projects.id
      join payments on payments.id = mints.payment_id
      where mints.user_id = ${fanUid} and mints.id < ${page.after ?? Number.MAX_SAFE_INTEGER}
      order by mints.id desc
      limit ${page.limit + 1}`,
  )
  const shown = rows.map(({ expiredAt, firstLotSold, now, ...row }) => ({
    ...row,
    project: {
      ...row.project,
      phase: projectPhase({ expiredAt: expiredAt.getTime(), firstLotSold }, now.getTime()),
    },
    createdAt: row.createdAt.toISOString(),
    willExpireAt: row.willExpireAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
  return pageOf(shown, page.limit)
}
