import type { Context } from 'hono'
import * as v from 'valibot'
import type { Tx } from '#server/platform/db/sql.ts'
import { type Client, clientOf, isUuid } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { findFactor } from '../factors.ts'
import { notifyUndoable } from '../notices.ts'
import type { Door } from '../options.ts'
import { giveProof } from '../proofs.ts'
import { raiseSession } from '../raise-session.ts'
import { limitAttempts } from '../rate-limits.ts'
import { decrypt } from '../secrets.ts'
import { answerSignedIn } from '../sessions.ts'
import { matchingStep } from '../totp.ts'
import type { FactorRow } from '../user-json.ts'
import { CHALLENGE_SECONDS } from './factor-challenge.ts'

const Body = v.object({ challenge_id: text, code: text })

type Challenge = { id: string; created_at: Date; ip_address: string }

/** POST /factors/{id}/verify. With a correct code the session rises to aal2 and gets new tokens. */
export async function verifyFactor(c: Context, door: Door, caller: AuthCaller): Promise<Response> {
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
      await tx`
        delete from auth.mfa_factors
        where user_id = ${factor.user_id} and factor_type = ${factor.factor_type} and status = 'unverified'`
      const isNew = factor.status === 'unverified'
      if (isNew)
        await notifyUndoable(tx, door, 'factor_added', caller.user, { kind: 'factor', id: factor.id }, now)
      // What only opens the session is not given for a change; whoever enrols goes on to recovery codes.
      if (isNew || caller.session.aal !== 'aal1') await giveProof(c, tx, caller.session.id, now)
      return raiseSession(tx, door, caller, { id: factor.id, method: factor.factor_type }, now)
    }),
  )
  return answerSignedIn(c, raised)
}

/** The challenge, locked. Throws the `challenge…` refusals; a used challenge counts as unknown. */
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
 * Throws `factorCodeWrong` unless `code` is current and unused (RFC 6238 section 5.2), which the one that completed an
 * enrolment is not any more: it has raised a session.
 */
async function useCode(tx: Tx, door: Door, factor: FactorRow, code: string, now: Date): Promise<void> {
  const secret = decrypt(door.jwtSecret, 'factor secrets', factor.secret ?? '')
  const step = matchingStep(secret, code, now)
  if (step === undefined) throw new AuthError('factorCodeWrong')
  const { count } = await tx`
    update auth.mfa_factors
    set last_used_step = ${step}, status = 'verified', updated_at = ${now}
    where id = ${factor.id} and last_used_step < ${step}`
  if (count === 0) throw new AuthError('factorCodeWrong')
}
