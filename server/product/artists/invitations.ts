/**
 * Inviting somebody to look after an artist. The mail carries a token of which only the digest is stored; an artist has one
 * open invitation at a time.
 */
import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { INVITATION_DAYS, maskedEmail } from '#domain/artist.ts'
import { normaliseEmail } from '#domain/email.ts'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { enqueueMail } from '../outbox.ts'
import { lockArtist } from './lock-artist.ts'

const TOKEN_BYTES = 32

/** Which refusal the database's own checks stand for, where two act at once. */
export const ACCOUNT_CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  artists_slug: 'artist_name_taken',
  artist_accounts_artist: 'artist_has_account',
  artist_accounts_account: 'account_has_artist',
}

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Sends an invitation, in place of one that is open, and gives the artist's page its address. */
export function inviteArtist(
  sql: Sql,
  publicUrl: string,
  artistUid: string,
  { email, slug }: { email: string; slug: string },
  by: Actor,
): Promise<Result<{ uid: string }>> {
  return transact(
    sql,
    async (tx) => {
      const artist = await lockArtist(tx, artistUid)
      if (!artist) return refuse('artist_not_found')
      if (await hasAccount(tx, artist.id)) return refuse('artist_has_account')
      const named = await nameArtist(tx, artist.id, slug)
      if (!named.ok) return named
      await tx`
        update private.artist_invitations set revoked_at = clock_timestamp()
        where artist_id = ${artist.id} and revoked_at is null and used_at is null`
      const to = normaliseEmail(email)
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const invitation = parseSoleRow(
        v.object({ uid: v.string(), until: v.date() }),
        await tx`
          insert into private.artist_invitations (artist_id, email, digest, created_by, expires_at)
          values (
            ${artist.id}, ${to}, ${digestOf(token)}, ${by.uid},
            clock_timestamp() + make_interval(days => ${INVITATION_DAYS})
          )
          returning uid, expires_at as until`,
      )
      await enqueueMail(tx, {
        to,
        language: await languageFor(tx, to),
        template: 'artist_invitation',
        data: {
          artist: named.value,
          until: invitation.until.toISOString(),
          link: `${publicUrl}/invitation/${token}`,
        },
      })
      // The trail outlives the account, so it does not keep the address.
      const after = { invitation: invitation.uid, email: maskedEmail(to), slug }
      await audit(tx, by, { action: 'artist.invite', subject: artistUid, after })
      return ok({ uid: invitation.uid })
    },
    ACCOUNT_CONSTRAINTS,
  )
}

/** From here on it opens for nobody. Taking it back again changes nothing. */
export function revokeInvitation(
  sql: Sql,
  artistUid: string,
  invitationUid: string,
  by: Actor,
): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const artist = await lockArtist(tx, artistUid)
    if (!artist) return refuse('artist_not_found')
    const invitation = parseRow(
      v.object({ id: rowId, isUsed: v.boolean(), isRevoked: v.boolean() }),
      await tx`
        select id, used_at is not null as "isUsed", revoked_at is not null as "isRevoked"
        from private.artist_invitations where uid = ${invitationUid} and artist_id = ${artist.id}
        for no key update`,
    )
    if (!invitation) return refuse('invitation_not_found')
    if (invitation.isUsed) return refuse('invitation_used')
    if (invitation.isRevoked) return ok(null)
    await tx`update private.artist_invitations set revoked_at = clock_timestamp() where id = ${invitation.id}`
    await audit(tx, by, {
      action: 'artist.revoke-invitation',
      subject: artistUid,
      after: { invitation: invitationUid },
    })
    return ok(null)
  })
}

async function hasAccount(tx: Tx, artistId: number): Promise<boolean> {
  const found = await tx`
    select from private.artist_accounts where artist_id = ${artistId} and ended_at is null`
  return found.length > 0
}

/** Resolves with the artist's name. What is, was or looks like another page's address is refused. */
async function nameArtist(tx: Tx, artistId: number, slug: string): Promise<Result<string>> {
  const { taken } = parseSoleRow(
    v.object({ taken: v.boolean() }),
    await tx`select private.slug_is_taken(${slug}, ${artistId}) as taken`,
  )
  if (taken) return refuse('artist_name_taken')
  const { name } = parseSoleRow(
    v.object({ name: v.string() }),
    await tx`update private.artists set slug = ${slug} where id = ${artistId} returning name`,
  )
  return ok(name)
}

/** That of an account of this address; Portuguese for somebody whom we do not know yet. */
async function languageFor(tx: Tx, email: string): Promise<'pt' | 'en'> {
  const row = parseRow(
    v.object({ language: v.picklist(['pt', 'en']) }),
    await tx`select language from users where email = ${email}`,
  )
  return row?.language ?? 'pt'
}

/** Addresses of people who never came are forgotten a month after their invitation ended. */
export async function pruneInvitations(sql: Sql): Promise<void> {
  await sql`
    update private.artist_invitations set email = null
    where email is not null and used_at is null and expires_at < now() - interval '30 days'`
}
