/** Who shares the author's part of projects, and which changes wait. */
import * as v from 'valibot'
import { parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { type OwnSplitsWire, type SplitWire, splitWire } from './contract.ts'

const WORKS_SHOWN = 100

const proposalRow = v.object({
  ...splitWire.entries.proposal.wrapped.entries,
  proposedAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text).toISOString()),
  ),
})
const splitRow = v.object({
  ...splitWire.entries,
  id: rowId,
  since: v.nullable(v.date()),
  proposal: v.nullable(proposalRow),
})

/** A list of shares as JSON, from rows `share (artist_id, basis_points, place)`. */
const shares = (sql: Sql | Tx, rows: ReturnType<Sql>) => sql`
  (
    select json_agg(json_build_object(
      'artist', artists.uid, 'name', artists.name, 'wallet', artists.wallet, 'basisPoints', basis_points,
      'hasAccount', exists (
        select from private.artist_accounts accounts where accounts.artist_id = artists.id and ended_at is null
      )
    ) order by place)
    from (${rows}) share
    join private.artists on artists.id = share.artist_id
  )`

const select = (sql: Sql | Tx) => sql`
  select projects.id, json_build_object(
      'uid', projects.uid, 'projectName', project_name, 'author', author, 'thumbnail', thumbnail
    ) as project,
    is_active as "isFixed", expired_at <= clock_timestamp() as "isClosed",
    current.in_force_at as since,
    ${shares(sql, sql`select artist_id, basis_points, place from private.sharers(projects.id)`)} as shares,
    (
      select json_build_object(
        'uid', splits.uid, 'proposedAt', proposed_at,
        'proposer', (select uid from private.artists where id = private.proposer_of(splits.id)),
        'shares', ${shares(sql, sql`select artist_id, basis_points, place from private.split_shares where split_id = splits.id`)},
        'agreed', (
          select coalesce(json_agg(artists.uid), '[]')
          from private.split_consents
          join private.artists on artists.id = artist_id
          where split_id = splits.id
        )
      )
      from private.splits
      where project_id = projects.id and status = 'proposed'
    ) as proposal
  from projects
  left join private.splits current on current.project_id = projects.id and current.status = 'in_force'`

const toWire = ({ id: _, since, ...row }: v.InferOutput<typeof splitRow>): SplitWire => ({
  ...row,
  since: since?.toISOString() ?? null,
})

export async function findSplit(sql: Sql | Tx, projectUid: string): Promise<SplitWire | null> {
  const row = parseRow(splitRow, await sql`${select(sql)} where projects.uid = ${projectUid}`)
  return row ? toWire(row) : null
}

/** The split of a project that exists. */
export async function readSplit(sql: Sql | Tx, projectUid: string): Promise<SplitWire> {
  const split = await findSplit(sql, projectUid)
  if (!split) throw new Error(`project ${projectUid} does not exist`)
  return split
}

/** The newest works that are an artist's, are shared with them, or are proposed to be. */
export async function readOwnSplits(
  sql: Sql,
  { id, uid }: { id: number; uid: string },
): Promise<OwnSplitsWire> {
  const rows = parseRows(
    splitRow,
    await sql`
      ${select(sql)}
      where projects.id in (
        select project_id from private.payable_accounts where artist_id = ${id}
        union
        select project_id
        from private.splits
        join private.split_shares on split_id = splits.id
        where artist_id = ${id} and splits.status = 'proposed'
      )
      order by projects.id desc
      limit ${WORKS_SHOWN}`,
  )
  return { artist: uid, works: rows.map(toWire) }
}
