/** Lists of bids, each page by key: a page costs the same wherever it is and however many bids there are. */
import * as v from 'valibot'
import { count, parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import { type BidRow, bidColumns, bidRow, presentBid } from './bid-rows.ts'
import { type UserBidWire, userBidWire } from './contract.ts'

type Paging = { limit: number; after: string | null }

/** Where a page begins: below an amount among the standing bids, or below an id among the ended ones. */
type Cursor = { kind: 'standing' | 'ended'; below: number }

/** A bid as it was read, with its rank among the standing ones; null for one that has ended. */
export type ListedBid = { row: BidRow; position: number | null }

/**
 * One page of a project's bids, whoever looks at it: standing ones, best first, then ended ones, newest first. Null when
 * `after` is not one of ours.
 */
export async function listBids(sql: Sql, projectId: number, page: Paging): Promise<Page<ListedBid> | null> {
  const cursor = page.after === null ? null : parseCursor(page.after)
  if (page.after !== null && !cursor) return null
  const standing = cursor?.kind === 'ended' ? [] : await standingBids(sql, projectId, page.limit + 1, cursor)
  const room = page.limit + 1 - standing.length
  const ended = room > 0 ? await endedBids(sql, projectId, room, cursor) : []
  const rows = [
    ...standing.map((row) => ({ row, position: row.position })),
    ...ended.map((row) => ({ row, position: null })),
  ]
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    data: shown,
    next: rows.length > page.limit && last ? nextCursor(last.row, last.position !== null) : null,
  }
}

/** The standing bids below `cursor`, the best first, each with its rank. */
export async function standingBids(
  sql: Sql | Tx,
  projectId: number,
  limit: number,
  cursor: Cursor | null,
): Promise<(BidRow & { position: number })[]> {
  const below = cursor?.below ?? Number.MAX_SAFE_INTEGER
  const rows = parseRows(
    v.object({ ...bidRow.entries, first: v.nullable(count) }),
    await sql`
      select ${bidColumns(sql)}, first
      from (
        select *, case
          when ${cursor === null} then 1
          when row_number() over (order by amount desc) = 1 then market.position(project_id, amount)
        end as first
        from bids
        where project_id = ${projectId} and status in ('pending', 'bided') and amount < ${below}
        order by amount desc
        limit ${limit}
      ) bids
      order by amount desc`,
  )
  const first = rows[0]?.first ?? 1
  return rows.map((row, index) => ({ ...row, position: first + index }))
}

async function endedBids(
  sql: Sql,
  projectId: number,
  limit: number,
  cursor: Cursor | null,
): Promise<BidRow[]> {
  const below = cursor?.kind === 'ended' ? cursor.below : Number.MAX_SAFE_INTEGER
  return parseRows(
    bidRow,
    await sql`
      select ${bidColumns(sql)}
      from (
        select *
        from bids
        where project_id = ${projectId} and status not in ('pending', 'bided') and id < ${below}
        order by id desc
        limit ${limit}
      ) bids
      order by id desc`,
  )
}

/** One page of a project's winning bids, whoever looks at it, the latest win first. Null when `after` is not one of ours. */
export async function listWinners(
  sql: Sql | Tx,
  projectId: number,
  page: Paging,
): Promise<Page<ListedBid> | null> {
  const key = page.after === null ? null : /^(\d{1,16})-(\d{1,15})$/.exec(page.after)
  if (page.after !== null && !key) return null
  const rows = parseRows(
    v.object({ ...bidRow.entries, wonAt: v.string() }),
    await sql`
      select ${bidColumns(sql)}, (extract(epoch from ended_at) * 1000000)::bigint::text as "wonAt"
      from (
        select *
        from bids
        where project_id = ${projectId} and status = 'winner'
          ${key ? sql`and (ended_at, id) < (timestamptz 'epoch' + ${key[1] ?? 0} * interval '1 microsecond', ${key[2] ?? 0})` : sql``}
        order by ended_at desc, id desc
        limit ${page.limit + 1}
      ) bids
      order by ended_at desc, id desc`,
  )
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    data: shown.map((row) => ({ row, position: null })),
    next: rows.length > page.limit && last ? `${last.wonAt}-${last.id}` : null,
  }
}

/** One page of a fan's own bids, newest first, with the projects they are for. */
export async function listUserBids(
  sql: Sql,
  fanUid: string,
  page: { limit: number; after: number | null },
): Promise<Page<UserBidWire>> {
  const rows = parseRows(
    v.object({
      ...bidRow.entries,
      position: v.nullable(count),
      endedWithProject: v.boolean(),
      project: userBidWire.entries.project,
    }),
    await sql`
      select ${bidColumns(sql)},
        case when bids.status in ('pending', 'bided') then market.position(bids.project_id, bids.amount) end as position,
        bids.status in ('pending-cancel', 'cancelled') and bids.ended_at >= projects.expired_at as "endedWithProject",
        json_build_object(
          'uid', projects.uid,
          'thumbnail', thumbnail,
          'author', author,
          'projectName', project_name,
          'validPeriod', valid_period,
          'isPaused', paused_at is not null,
          'nextExpire', (
            select to_char(min(will_expire_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
            from mints
            where mints.project_id = projects.id and mints.status = 'minted'
          )
        ) as project
      from (
        select *
        from bids
        where user_id = ${fanUid} and id < ${page.after ?? Number.MAX_SAFE_INTEGER}
        order by id desc
        limit ${page.limit + 1}
      ) bids
      join projects on projects.id = bids.project_id
      order by bids.id desc`,
  )
  const shown = rows.map((row) => ({
    ...presentBid(row, fanUid, row.position),
    endedWithProject: row.endedWithProject,
    project: row.project,
  }))
  return pageOf(shown, page.limit)
}

function parseCursor(text: string): Cursor | null {
  const found = /^([se])(\d{1,15})$/.exec(text)
  return found ? { kind: found[1] === 's' ? 'standing' : 'ended', below: Number(found[2]) } : null
}

function nextCursor(row: BidRow, isStanding: boolean): string {
  return isStanding ? `s${row.amount}` : `e${row.id}`
}
