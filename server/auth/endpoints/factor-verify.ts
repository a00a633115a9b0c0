import type { Context } from 'hono'
import * as v from 'valibot'
import type { Tx } from '#server/db/sql.ts'
import { type Client, clientOf, isUuid } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import type { Caller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { findFactor } from '../factors.ts'
import type { Door } from '../options.ts'
import { limitAttempts } from '../rate-limits.ts'
import { activeRefreshToken, issueRefreshToken } from '../refresh-tokens.ts'
import { decrypt } from '../secrets.ts'
import { addAmr, answerSignedIn, type SessionRow, type SignedIn, signedIn } from '../sessions.ts'
import { matchingStep } from '../totp.ts'
import type { FactorRow } from '../user-json.ts'
import { lockUser } from '../users.ts'
import { CHALLENGE_SECONDS } from './factor-challenge.ts'

const Body = v.object({ challenge_id: text, code: text })

type Challenge = { id: string; created_at: Date; ip_address: string }

/** POST /factors/{id}/verify. With the right code the session rises to aal2 and gets new tokens. */
export async function verifyFactor(c: Context, door: Door, caller: Caller): Promise<Response> {
  const { challenge_id: challengeId, code } = await readBody(c, Body)
  if (!code) throw new AuthError('factorCodeMissing')
  const factor = await findFactor(door.sql, caller.user.id, c.req.param('factorId') ?? '')
  const client = clientOf(c, door)
  const raised = await limitAttempts(door, `factor:${factor.id}`, () =>
    door.sql.begin(async (tx) => {
      const now = door.clock()
      const challenge = await openChallenge(tx, factor, challengeId, client, now)
      await useCode(tx, door, factor, code, now)
      await tx`update auth.mfa_challenges set verified_at = ${now} where id = ${challenge.id}`
      await audit(tx, 'verification_attempted', caller.user, client, now, { factor_id: factor.id })
      return raiseSession(tx, door, caller, factor, now)
    }),
  )
  return answerSignedIn(c, raised)
}

/** The challenge, locked. Throws the `challenge…` refusals; one that was used counts as unknown. */
async function openChallenge(
  tx: Tx,
  factor: FactorRow,
  id: string,
  client: Client,
  now: Date,
): Promise<Challenge> {
  const [challenge] = isUuid(id)
    ? await tx<Challenge[]>`
        select id, created_at, host(ip_address) as ip_address from auth.mfa_challenges
        where id = ${id} and factor_id = ${factor.id} and verified_at is null
        for update`
    : []
  if (!challenge) throw new AuthError('challengeUnknown')
  if (challenge.ip_address !== (client.ip ?? '0.0.0.0')) throw new AuthError('challengeOtherAddress')
  if (now.getTime() > challenge.created_at.getTime() + CHALLENGE_SECONDS * 1000) {
    throw new AuthError('challengeExpired', { id })
  }
  return challenge
}

/**
 * Throws `factorCodeWrong` unless `code` is current and was not used before (RFC 6238 section 5.2). The code
 * that completes an enrolment may be typed once more: it has not signed anybody in.
 */
async function useCode(tx: Tx, door: Door, factor: FactorRow, code: string, now: Date): Promise<void> {
  const secret = decrypt(door.jwtSecret, 'factor secrets', factor.secret ?? '')
  const step = matchingStep(secret, code, now)
  if (step === undefined) throw new AuthError('factorCodeWrong')
  const { count } = await tx`
    update auth.mfa_factors
    set last_used_step = case when status = 'verified' then ${step} else 0 end, status = 'verified', updated_at = ${now}
    where id = ${factor.id} and last_used_step < ${step}`
  if (count === 0) throw new AuthError('factorCodeWrong')
}

/** Raises the session to aal2 and ends the user's sessions and enrolments that lag behind. */
async function raiseSession(
  tx: Tx,
  door: Door,
  caller: Caller,
  factor: FactorRow,
  now: Date,
): Promise<SignedIn> {
  const user = await lockUser(tx, caller.user.id)
  const [session] = await tx<SessionRow[]>`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = ${now}
    where id = ${caller.session.id}
    returning *`
  if (!user || !session) throw new AuthError('sessionGone')
  await addAmr(tx, session.id, factor.factor_type, now)
  await tx`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id} and aal = 'aal1'`
  await tx`
    delete from auth.mfa_factors
    where user_id = ${user.id} and factor_type = ${factor.factor_type} and status = 'unverified'`
  const before = await activeRefreshToken(tx, session.id)
  await tx`
    update auth.refresh_tokens set revoked = true, updated_at = ${now}
    where session_id = ${session.id} and not revoked`
  const next = await issueRefreshToken(tx, door, session, before?.token ?? null, now)
  return signedIn(tx, door, session, user, next, now)
}
