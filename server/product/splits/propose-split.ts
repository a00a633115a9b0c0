/**
 * Writing down how the author's part of a project is shared. What the operator writes before publication counts at once; all else
 * waits until everybody whom it concerns has agreed.
 */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { addUp } from '#domain/split.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, parseRows, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockSettledArtist } from '../artists/public.ts'
import { notifyFans } from '../outbox.ts'
import type { SplitWire } from './contract.ts'
import { lockWork, putInForce } from './decide-split.ts'
import { readSplit } from './read-split.ts'

/** Basis points, by the artist's uid. */
type Share = { artist: string; basisPoints: number }
type Person = { name: string; wallet: string; basisPoints: number }

/** By an administrator, who may name people whom we do not know yet: by their wallets, as authors. */
export function setSplit(
  sql: Sql,
  projectUid: string,
  people: Person[],
  by: Actor,
): Promise<Result<SplitWire>> {
  return transact(sql, async (tx) => {
    const project = await lockWork(tx, projectUid)
    if (!project) return refuse('project_not_found')
    const shares: Share[] = []
    for (const { name, wallet, basisPoints } of people) {
      if (await isOfStaff(tx, wallet)) return refuse('staff_is_no_artist')
      const artist = await knowArtist(tx, name, wallet)
      if (!artist.ok) return artist
      shares.push({ artist: artist.value, basisPoints })
    }
    return propose(tx, project, shares, by)
  })
}

/** By an artist who has a share, among people who can agree: each of them has to. */
export function proposeSplit(
  sql: Sql,
  projectUid: string,
  shares: Share[],
  by: Actor,
): Promise<Result<SplitWire>> {
  return transact(sql, async (tx) => {
    const settled = await lockSettledArtist(tx, by.uid)
    if (!settled.ok) return settled
    const artist = settled.value
    const project = await lockWork(tx, projectUid)
    if (!project) return refuse('project_not_found')
    const now = await readSplit(tx, projectUid)
    const known = new Set(now.shares.map((share) => share.artist))
    // What is not theirs, and is on sale nowhere yet, does not exist for them.
    if (!known.has(artist.uid)) return refuse(project.isPublished ? 'not_a_sharer' : 'project_not_found')
    const everybody = [...known, ...shares.map((share) => share.artist)]
    if (!(await canAgree(tx, everybody))) return refuse('sharer_has_no_account')
    return propose(tx, project, shares, by, artist.id)
  })
}

/** Somebody acts for each of them in the studio. */
async function canAgree(tx: Tx, artists: string[]): Promise<boolean> {
  const silent = await tx`
    select unnest(${artists}::uuid[])
    except
    select artists.uid
    from private.artist_accounts
    join private.artists on artists.id = artist_id
    where ended_at is null`
  return silent.length === 0
}

type Project = { id: number; uid: string; isPublished: boolean }

/** `proposer` is the artist who proposes, and so has agreed. */
async function propose(
  tx: Tx,
  project: Project,
  shares: Share[],
  by: Actor,
  proposer: number | null = null,
): Promise<Result<SplitWire>> {
  const isOnce = new Set(shares.map(({ artist }) => artist)).size === shares.length
  if (!isOnce || !addUp(shares.map(({ basisPoints }) => basisPoints))) return refuse('shares_invalid')
  const before = await readSplit(tx, project.uid)
  if (before.proposal) {
    return isSame(before.proposal.shares, shares) ? ok(before) : refuse('split_waiting')
  }
  if (isSame(before.shares, shares)) return ok(before)
  if (before.isClosed) return refuse('project_closed')

  const split = await insertSplit(tx, project, shares, by)
  const needsConsent = project.isPublished || proposer !== null
  if (proposer !== null) {
    await tx`
      insert into private.split_consents (split_id, artist_id, user_id) values (${split.id}, ${proposer}, ${by.uid})`
  }
  await putInForce(tx, split.id)
  if (needsConsent) await tellConcerned(tx, split.id)
  const after = await readSplit(tx, project.uid)
  await audit(tx, by, {
    action: needsConsent ? 'split.propose' : 'split.set',
    subject: project.uid,
    before: { shares: recorded(before.shares) },
    after: { split: split.uid, shares: recorded((after.proposal ?? after).shares) },
  })
  return ok(after)
}

async function insertSplit(
  tx: Tx,
  project: Project,
  shares: Share[],
  by: Actor,
): Promise<{ id: number; uid: string }> {
  const split = parseSoleRow(
    v.object({ id: rowId, uid: v.string() }),
    await tx`
      insert into private.splits (project_id, proposed_by) values (${project.id}, ${by.uid}) returning id, uid`,
  )
  await tx`
    insert into private.split_shares (split_id, artist_id, place, basis_points)
    select ${split.id}::bigint, artists.id, place, points
    from unnest(
      ${shares.map(({ artist }) => artist)}::uuid[], ${shares.map(({ basisPoints }) => basisPoints)}::integer[]
    ) with ordinality as given (artist, points, place)
    join private.artists on artists.uid = artist`
  return split
}

/** As the audit trail keeps them. */
const recorded = (shares: SplitWire['shares']) =>
  shares.map(({ artist, name, basisPoints }) => ({ artist, name, basisPoints }))

function isSame(known: readonly Share[], given: readonly Share[]): boolean {
  const pairs = (shares: readonly Share[]) => shares.map(({ artist, basisPoints }) => [artist, basisPoints])
  return JSON.stringify(pairs(known)) === JSON.stringify(pairs(given))
}

/** Nobody who works in the back office writes down a share for themselves, or for a colleague. */
async function isOfStaff(tx: Tx, wallet: string): Promise<boolean> {
  const found = await tx`
    select from users where lower(wallet) = lower(${wallet}) and private.staff_role(uid) is not null`
  return found.length > 0
}

/** The uid of the artist of a wallet, who need not have a project of their own. Another name is another artist's wallet. */
async function knowArtist(tx: Tx, name: string, wallet: string): Promise<Result<string>> {
  await tx`
    insert into private.artists (wallet, name, slug)
    select lower(${wallet}), ${name}, private.free_slug(${name})
    where not exists (select from private.artists where wallet = lower(${wallet}))
    on conflict (wallet) do nothing`
  const artist = parseRow(
    v.object({ uid: v.string() }),
    await tx`
      select uid from private.artists
      where wallet = lower(${wallet}) and private.search_form(name) = private.search_form(${name})`,
  )
  return artist ? ok(artist.uid) : refuse('wallet_of_another')
}

/** Tells the accounts that act for them, where they have one and have not agreed yet. */
async function tellConcerned(tx: Tx, splitId: number): Promise<void> {
  const told = parseRows(
    v.object({ fan: v.string(), artist: v.string(), project: v.string() }),
    await tx`
      select user_id as fan, artists.name as artist, project_name as project
      from private.splits
      join projects on projects.id = project_id
      cross join lateral private.asked_for(splits.id) asked
      join private.artists on artists.id = asked.artist_id
      join private.artist_accounts accounts on accounts.artist_id = artists.id and accounts.ended_at is null
      join users on users.uid = user_id and users.is_active
      where splits.id = ${splitId} and status = 'proposed' and not exists (
        select from private.split_consents consents
        where consents.split_id = splits.id and consents.artist_id = artists.id
      )`,
  )
  await notifyFans(
    tx,
    told.map(({ fan, ...data }) => ({ fan, kind: 'split_proposed', data })),
  )
}
