/** The account that acts for an artist, and the invitations to become it. */
import * as v from 'valibot'
import { successorWaitsUntil } from '#domain/artist.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { artistText, momentInSaoPaulo } from '../../platform/texts.ts'
import { notifyArtist } from '../mail-artist.ts'
import { invitationState } from './accept-invitation.ts'
import { lockArtist } from './lock-artist.ts'
import {
  type AdminInvitationWire,
  type ArtistAccountWire,
  adminInvitationWire,
  artistAccountWire,
} from './wire.ts'

const INVITATIONS_SHOWN = 20

const ownArtist = v.object({
  id: rowId,
  uid: v.string(),
  name: v.string(),
  wallet: v.string(),
  slug: v.nullable(v.string()),
  story: v.string(),
  picture: v.nullable(v.string()),
  /** When the account joined, if another one acted for the artist before it. */
  succeededAt: v.nullable(v.date()),
  /** The account's. */
  language: v.picklist(['pt', 'en']),
})
export type OwnArtist = v.InferOutput<typeof ownArtist>

/** Whoever works in the back office acts for no artist while they do: they would invite, propose and agree alone. */
const selectOwn = (sql: Sql | Tx, fan: string) => sql`
  select artists.id, artists.uid, name, wallet, slug, story, picture,
    (select language from users where users.uid = user_id) as language,
    case when exists (
      select from private.artist_accounts earlier
      where earlier.artist_id = accounts.artist_id and earlier.user_id <> accounts.user_id and earlier.id < accounts.id
    ) then joined_at end as "succeededAt"
  from private.artist_accounts accounts
  join private.artists on artists.id = artist_id
  where user_id = ${fan} and ended_at is null and private.staff_role(user_id) is null`

/** The artist for whom an account acts at this moment; null for everybody else. */
export async function findOwnArtist(sql: Sql, fan: string): Promise<OwnArtist | null> {
  return parseRow(ownArtist, await sql`${selectOwn(sql, fan)}`) ?? null
}

/** The same inside a transaction, until whose end the account cannot be taken away. */
export async function lockOwnArtist(tx: Tx, fan: string): Promise<OwnArtist | null> {
  const locked = await tx`${selectOwn(tx, fan)} for no key update of artists, accounts`
  return parseRow(ownArtist, locked) ?? null
}

/** As `lockOwnArtist`, for what an account that took another's place may not do for a while. */
export async function lockSettledArtist(tx: Tx, fan: string): Promise<Result<OwnArtist>> {
  const artist = await lockOwnArtist(tx, fan)
  if (!artist) return refuse('not_an_artist')
  const until = artist.succeededAt && successorWaitsUntil(artist.succeededAt)
  if (!until || until.getTime() <= Date.now()) return ok(artist)
  const { language } = artist
  return refuse(
    'successor_waits',
    artistText('successorWaits', language, { until: momentInSaoPaulo(until, language) }),
  )
}

/** Who acts for the artist, and the newest invitations, for the back office. */
export async function readAccount(
  sql: Sql,
  artistId: number,
): Promise<{ account: ArtistAccountWire | null; invitations: AdminInvitationWire[] }> {
  const [accounts, invitations] = await Promise.all([
    sql`
      select uid, full_name as "fullName", nickname, email, photo_url as "photoUrl", is_active as "isActive",
        joined_at as "joinedAt"
      from private.artist_accounts
      join users on users.uid = user_id
      where artist_id = ${artistId} and ended_at is null`,
    sql`
      select invitations.uid, invitations.email, coalesce(full_name, nickname, users.email) as "createdBy",
        invitations.created_at as "createdAt", expires_at as "expiresAt", ${invitationState(sql)} as state
      from private.artist_invitations invitations
      join users on users.uid = created_by
      where artist_id = ${artistId}
      order by invitations.id desc
      limit ${INVITATIONS_SHOWN}`,
  ])
  const account = parseRow(v.object({ ...artistAccountWire.entries, joinedAt: v.date() }), accounts)
  const sent = parseRows(
    v.object({ ...adminInvitationWire.entries, createdAt: v.date(), expiresAt: v.date() }),
    invitations,
  )
  return {
    account: account ? { ...account, joinedAt: account.joinedAt.toISOString() } : null,
    invitations: sent.map((one) => ({
      ...one,
      createdAt: one.createdAt.toISOString(),
      expiresAt: one.expiresAt.toISOString(),
    })),
  }
}

/**
 * The account acts for the artist no more, from its next call on, and the links to the artist's figures, which it may know,
 * open for nobody. What it asked for and nobody confirmed is discarded; money that is on its way arrives. Its owner is told. Where
 * no account acts, nothing changes.
 */
export function endAccount(sql: Sql, artistUid: string, reason: string, by: Actor): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const artist = await lockArtist(tx, artistUid)
    if (!artist) return refuse('artist_not_found')
    await notifyArtist(tx, artist, 'artist_account_ended')
    const ended = parseRow(
      v.object({ account: v.string() }),
      await tx`
        update private.artist_accounts set ended_at = clock_timestamp()
        where artist_id = ${artist.id} and ended_at is null
        returning user_id as account`,
    )
    if (!ended) return ok(null)
    await tx`
      update private.artist_keys set discarded_at = clock_timestamp()
      where artist_id = ${artist.id} and entered_by = ${ended.account} and confirmed_at is null and discarded_at is null`
    await tx`
      update private.artist_links set revoked_at = clock_timestamp()
      where artist_id = ${artist.id} and revoked_at is null`
    await audit(tx, by, {
      action: 'artist.end-account',
      subject: artistUid,
      before: { account: ended.account },
      after: { reason },
    })
    return ok(null)
  })
}
