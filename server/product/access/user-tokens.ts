/** A fan's shelf of tokens. */
import * as v from 'valibot'
import { projectPhase } from '#domain/project.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
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

/** The last token of a page, and whether it was live then. */
export type ShelfPlace = { isLive: boolean; id: number }

const isLive = ({ status }: Pick<TokenWire, 'status'>) => status === 'pending' || status === 'minted'

/**
 * One page of the fan's tokens: live ones first, then what has ended, each newest first; lyrics only while the token gives
 * access. One that ends between two pages comes again among the ended ones.
 */
export async function listUserTokens(
  sql: Sql,
  fanUid: string,
  { limit, after }: { limit: number; after: ShelfPlace | null },
): Promise<Page<TokenWire>> {
  const rows = parseRows(
    tokenRow,
    await sql`
      with page as (${idsOfPage(sql, fanUid, limit, after)})
      select mints.id, mints.uid, mints.status, status_song as "statusSong", mints.amount, tip,
        coalesce((
          select sum(refunds.amount) from private.refunds where refunds.payment_id = mints.payment_id and from_sale
        ), 0)::bigint as refunded,
        mints.created_at as "createdAt", will_expire_at as "willExpireAt", ended_at as "endedAt",
        regretted_at is not null as regretted, revoked_for as "revokedFor", (
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
            when mints.status = 'minted' and status_song <> 'none' and will_expire_at > clock_timestamp() then lyrics
            else ''
          end,
          'timedLyrics', case
            when mints.status = 'minted' and status_song <> 'none' and will_expire_at > clock_timestamp() then timed_lyrics
            else '[]'
          end
        ) as project,
        projects.expired_at as "expiredAt", unsold = 0 as "firstLotSold", clock_timestamp() as now
      from page
      join mints on mints.id = page.id
      join projects on projects.id = mints.project_id
      join market.state on state.project_id = projects.id
      join payments on payments.id = mints.payment_id
      order by live desc, mints.id desc
      limit ${limit + 1}`,
  )
  const shown = rows.slice(0, limit).map(({ expiredAt, firstLotSold, now, ...row }) => ({
    ...row,
    project: {
      ...row.project,
      phase: projectPhase({ expiredAt: expiredAt.getTime(), firstLotSold }, now.getTime()),
    },
    createdAt: row.createdAt.toISOString(),
    willExpireAt: row.willExpireAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
  const last = shown.at(-1)
  return { data: shown, next: rows.length > limit && last ? writeShelfPlace(last) : null }
}

/** The ids of a page and of one more, from an index each. */
function idsOfPage(sql: Sql, fanUid: string, limit: number, after: ShelfPlace | null) {
  const lastLive = after === null ? Number.MAX_SAFE_INTEGER : after.isLive ? after.id : 0
  const lastEnded = after === null || after.isLive ? Number.MAX_SAFE_INTEGER : after.id
  return sql`
    (
      select id, true as live from mints
      where user_id = ${fanUid} and status in ('pending', 'minted') and id < ${lastLive}
      order by id desc
      limit ${limit + 1}
    )
    union all
    (
      select id, false from mints
      where user_id = ${fanUid} and status not in ('pending', 'minted') and id < ${lastEnded}
      order by id desc
      limit ${limit + 1}
    )`
}

function writeShelfPlace(token: TokenWire): string {
  return `${isLive(token) ? 'live' : 'ended'}:${token.id}`
}

const PLACE = /^(?:(live|ended):)?([1-9]\d{0,14})$/

/** What `next` said, a number alone in the version before; null for anything else. */
export function readShelfPlace(text: string): ShelfPlace | null {
  const [, section, id] = PLACE.exec(text) ?? []
  return id ? { isLive: section !== 'ended', id: Number(id) } : null
}
