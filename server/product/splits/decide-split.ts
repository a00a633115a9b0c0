/** A change of the shares: agreed to by each, declined by one, or taken back. */
import * as v from 'valibot'
import type { NotificationKind } from '#domain/notification.ts'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { SPLIT_STATUSES } from '#domain/split.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockOwnArtist, lockSettledArtist, type OwnArtist } from '../artists/public.ts'
import { notifyFans } from '../outbox.ts'
import type { SplitWire } from './contract.ts'
import { readSplit } from './read-split.ts'

const splitRow = v.object({
  id: rowId,
  projectId: rowId,
  projectUid: v.string(),
  projectName: v.string(),
  proposer: v.nullable(rowId),
  status: v.picklist(SPLIT_STATUSES),
  isClosed: v.boolean(),
})
type Row = v.InferOutput<typeof splitRow>

/**
 * A work, locked against sales and publication; undefined when there is none. The project's row before its market, as in all changes
 * of a project.
 */
export async function lockWork(
  tx: Tx,
  uid: string,
): Promise<{ id: number; uid: string; isPublished: boolean } | undefined> {
  const work = parseRow(
    v.object({ id: rowId, uid: v.string(), isPublished: v.boolean() }),
    await tx`
      select id, uid, is_active as "isPublished" from projects where uid = ${uid} for no key update`,
  )
  if (work) await tx`select market.lock(array[${work.id}::bigint])`
  return work
}

/** Makes a proposed split count if nobody's consent is lacking: resolves with whether it does. Who is paid now bids no longer. */
export async function putInForce(tx: Tx, splitId: number): Promise<boolean> {
  const changed = await tx`
    update private.splits set status = 'in_force'
    where id = ${splitId} and status = 'proposed' and not private.lacks_consent(id)
    returning project_id`
  if (changed.length === 0) return false
  await tx`select market.release_own_work(${changed.map((split) => split.project_id)}::bigint[])`
  return true
}

/** Agreeing again changes nothing. */
export function agreeToSplit(sql: Sql, uid: string, by: Actor): Promise<Result<SplitWire>> {
  return asConcerned(sql, uid, by, lockSettledArtist, async (tx, split, artistId) => {
    if (split.status !== 'proposed') {
      const [agreed] = await tx`
        select from private.split_consents where split_id = ${split.id} and artist_id = ${artistId}`
      return split.status === 'in_force' && agreed ? null : 'split_decided'
    }
    if (split.isClosed) return 'project_closed'
    const [isNew] = await tx`
      insert into private.split_consents (split_id, artist_id, user_id)
      values (${split.id}, ${artistId}, ${by.uid})
      on conflict do nothing
      returning split_id`
    if (!isNew) return null
    await audit(tx, by, { action: 'split.agree', subject: split.projectUid, after: { split: uid } })
    const counts = await putInForce(tx, split.id)
    await tellProposer(tx, split, counts ? 'split_in_force' : 'split_agreed', artistId)
    return null
  })
}

/** One whom it concerns is enough; whoever proposed it takes it back. Declining again changes nothing. */
export function declineSplit(sql: Sql, uid: string, by: Actor): Promise<Result<SplitWire>> {
  return asConcerned(sql, uid, by, lockAnyArtist, async (tx, split, artistId) => {
    const isOwn = split.proposer === artistId
    const status = isOwn ? 'withdrawn' : 'declined'
    if (split.status === status) return null
    if (split.status !== 'proposed') return 'split_decided'
    await end(tx, split, status)
    const action = isOwn ? 'split.withdraw' : 'split.decline'
    await audit(tx, by, { action, subject: split.projectUid, after: { split: uid } })
    if (!isOwn) await tellProposer(tx, split, 'split_declined', artistId)
    return null
  })
}

/** By an administrator. Taking it back again changes nothing. */
export function withdrawSplit(sql: Sql, uid: string, by: Actor): Promise<Result<SplitWire>> {
  return transact(sql, async (tx) => {
    const split = await lockSplit(tx, uid)
    if (!split) return refuse('split_not_found')
    if (split.status !== 'proposed' && split.status !== 'withdrawn') return refuse('split_decided')
    if (split.status === 'proposed') {
      await end(tx, split, 'withdrawn')
      await audit(tx, by, { action: 'split.withdraw', subject: split.projectUid, after: { split: uid } })
    }
    return ok(await readSplit(tx, split.projectUid))
  })
}

const end = (tx: Tx, { id }: Row, status: 'declined' | 'withdrawn') => tx`
  update private.splits set status = ${status}, ended_at = clock_timestamp() where id = ${id}`

/** Tells the account that acts for the artist who proposed it what another said. */
async function tellProposer(
  tx: Tx,
  { proposer, projectName }: Row,
  kind: Extract<NotificationKind, `split_${string}`>,
  artistId: number,
): Promise<void> {
  const told = await tx<{ fan: string; artist: string }[]>`
    select user_id as fan, name as artist
    from private.artist_accounts accounts
    join private.artists on artists.id = ${artistId}
    where accounts.artist_id = ${proposer} and ended_at is null`
  await notifyFans(
    tx,
    told.map(({ fan, artist }) => ({ fan, kind, data: { project: projectName, artist } })),
  )
}

/** Whoever has just taken another's place may decline, too. */
async function lockAnyArtist(tx: Tx, fan: string): Promise<Result<OwnArtist>> {
  const artist = await lockOwnArtist(tx, fan)
  return artist ? ok(artist) : refuse('not_an_artist')
}

/** Does `work`, which resolves with why it is refused, for the account of somebody whom the change concerns. */
function asConcerned(
  sql: Sql,
  uid: string,
  by: Actor,
  lock: (tx: Tx, fan: string) => Promise<Result<OwnArtist>>,
  work: (tx: Tx, split: Row, artistId: number) => Promise<Refusal | null>,
): Promise<Result<SplitWire>> {
  return transact(sql, async (tx) => {
    const locked = await lock(tx, by.uid)
    if (!locked.ok) return locked
    const artist = locked.value
    const split = await lockSplit(tx, uid)
    if (!split) return refuse('split_not_found')
    if (!(await isConcerned(tx, split, artist.id))) return refuse('not_a_sharer')
    const refusal = await work(tx, split, artist.id)
    return refusal ? refuse(refusal) : ok(await readSplit(tx, split.projectUid))
  })
}

/** They have a share, would have one, or had a say in it. */
async function isConcerned(tx: Tx, { id }: Row, artistId: number): Promise<boolean> {
  const found = await tx`
    select artist_id from private.asked_for(${id}) where artist_id = ${artistId}
    union all
    select artist_id from private.split_consents where split_id = ${id} and artist_id = ${artistId}`
  return found.length > 0
}

async function lockSplit(tx: Tx, uid: string): Promise<Row | undefined> {
  const [known] = await tx<{ project: string }[]>`
    select projects.uid as project from private.splits join projects on projects.id = project_id where splits.uid = ${uid}`
  if (!known) return undefined
  await lockWork(tx, known.project)
  return parseRow(
    splitRow,
    await tx`
      select splits.id, project_id as "projectId", projects.uid as "projectUid",
        project_name as "projectName", private.proposer_of(splits.id) as proposer, status,
        expired_at <= clock_timestamp() as "isClosed"
      from private.splits
      join projects on projects.id = project_id
      where splits.uid = ${uid}`,
  )
}
