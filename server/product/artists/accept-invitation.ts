/** What whoever holds an invitation sees of it, and joining an account to the artist with it. */
import * as v from 'valibot'
import { INVITATION_STATES, maskedEmail } from '#domain/artist.ts'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { ACCOUNT_CONSTRAINTS, digestOf } from './invitations.ts'
import type { InvitationWire } from './wire.ts'

const invitationRow = v.object({
  id: rowId,
  artistId: rowId,
  name: v.string(),
  slug: v.nullable(v.string()),
  email: v.nullable(v.string()),
  usedBy: v.nullable(v.string()),
  state: v.picklist(INVITATION_STATES),
})

const STATE_REFUSALS = {
  used: 'invitation_used',
  revoked: 'invitation_revoked',
  expired: 'invitation_expired',
} as const satisfies Record<string, Refusal>

/** Open at this instant, or how it ended. */
export const invitationState = (sql: Sql | Tx) => sql`
  case
    when used_at is not null then 'used'
    when revoked_at < expires_at then 'revoked'
    when expires_at <= clock_timestamp() then 'expired'
    else 'open'
  end`

const select = (sql: Sql | Tx, token: string) => sql`
  select invitations.id, artist_id as "artistId", artists.name, slug, email, used_by as "usedBy",
    ${invitationState(sql)} as state
  from private.artist_invitations invitations
  join private.artists on artists.id = artist_id
  where digest = ${digestOf(token)}`

/** Refused, with the reason, once nobody can accept it any more. */
export async function readInvitation(sql: Sql, token: string): Promise<Result<InvitationWire>> {
  const found = parseRow(invitationRow, await select(sql, token))
  if (!found) return refuse('invitation_not_found')
  if (found.state !== 'open') return refuse(STATE_REFUSALS[found.state])
  return ok({ artist: found.name, email: maskedEmail(found.email ?? '') })
}

/**
 * Joins the caller's account, if the invitation was sent to its confirmed address. Whoever accepted it may repeat it, and
 * nothing changes.
 */
export function acceptInvitation(sql: Sql, token: string, fan: string): Promise<Result<{ artist: string }>> {
  return transact(
    sql,
    async (tx) => {
      const known = parseRow(invitationRow, await select(tx, token))
      if (!known) return refuse('invitation_not_found')
      // Their markets first, as everybody: a bid that waits for its market finds the account.
      await tx`select market.lock_works_of(${known.artistId})`
      // Then the artist, as whoever invites and takes back: nobody waits for each other.
      await tx`select from private.artists where id = ${known.artistId} for no key update`
      const now = parseRow(invitationRow, await tx`${select(tx, token)} for no key update of invitations`)
      if (!now) return refuse('invitation_not_found')
      if (now.usedBy === fan && (await actsFor(tx, fan, now.artistId))) return ok({ artist: now.name })
      if (now.state !== 'open') return refuse(STATE_REFUSALS[now.state])
      if (!(await isAddressOf(tx, fan, now.email))) return refuse('invitation_of_another')
      if (await worksHere(tx, fan)) return refuse('staff_is_no_artist')
      await tx`
        insert into private.artist_accounts (artist_id, user_id) values (${now.artistId}, ${fan})`
      await tx`
        update private.artist_invitations set used_at = clock_timestamp(), used_by = ${fan} where id = ${now.id}`
      // Once more: they may have been given a share of another since.
      await tx`select market.release_own_work(market.lock_works_of(${known.artistId}))`
      return ok({ artist: now.name })
    },
    ACCOUNT_CONSTRAINTS,
  )
}

async function actsFor(tx: Tx, fan: string, artistId: number): Promise<boolean> {
  const found = await tx`
    select from private.artist_accounts
    where artist_id = ${artistId} and user_id = ${fan} and ended_at is null`
  return found.length > 0
}

/** As in `artist-account.ts`: whoever works in the back office acts for no artist. */
async function worksHere(tx: Tx, fan: string): Promise<boolean> {
  const found = await tx`select where private.staff_role(${fan}) is not null`
  return found.length > 0
}

/** By the address that the sign-in service has confirmed, not by what a profile says. */
async function isAddressOf(tx: Tx, fan: string, email: string | null): Promise<boolean> {
  const found = await tx`
    select from auth.users where id = ${fan} and lower(email) = ${email} and email_confirmed_at is not null`
  return found.length > 0
}
