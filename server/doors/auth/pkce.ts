/** Proof Key for Code Exchange (RFC 7636): only the browser that began a flow can end it. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { AuthError } from './errors.ts'
import type { UserRow } from './users.ts'

/** How long the code of a finished flow may be exchanged. */
const CODE_LIFE_MS = 300_000

export type Challenge = { challenge: string; method: 's256' | 'plain' }

/** The challenge of a request, or null when it uses the implicit flow. Throws the `challenge…` refusals. */
export function readChallenge(body: {
  code_challenge: string
  code_challenge_method: string
}): Challenge | null {
  const { code_challenge: challenge } = body
  const method = body.code_challenge_method.toLowerCase()
  if (!challenge && !method) return null
  if (!challenge || !method) throw new AuthError('challengeHalfGiven')
  if (challenge.length < 43 || challenge.length > 128) throw new AuthError('challengeLength')
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) throw new AuthError('challengeCharacters')
  if (method !== 's256' && method !== 'plain') throw new AuthError('challengeMethod')
  return { challenge, method }
}

/** Stores a flow that `user` will end through a mailed link; `method` becomes the session's amr. */
export async function beginMailFlow(
  tx: Tx,
  user: UserRow,
  method: string,
  { challenge, method: challengeMethod }: Challenge,
  now: Date,
): Promise<void> {
  await tx`
    insert into auth.flow_state (user_id, auth_code, code_challenge, code_challenge_method, provider_type,
      authentication_method, created_at, updated_at)
    values (${user.id}, ${randomUUID()}, ${challenge}, ${challengeMethod}, 'email', ${method}, ${now}, ${now})`
}

/** The code for the redirect of the newest flow of that method. Throws `flowUnknown`. */
export async function issueAuthCode(tx: Tx, userId: string, method: string, now: Date): Promise<string> {
  const flow = parseRow(
    v.object({ auth_code: v.string() }),
    await tx`
      update auth.flow_state
      set auth_code_issued_at = ${now}, updated_at = ${now}
      where id = (
        select id from auth.flow_state
        where user_id = ${userId} and authentication_method = ${method}
        order by created_at desc
        limit 1
      )
      returning auth_code`,
  )
  if (!flow) throw new AuthError('flowUnknown')
  return flow.auth_code
}

const finishedFlow = v.object({
  user_id: v.string(),
  authentication_method: v.string(),
  provider_access_token: v.nullable(v.string()),
  provider_refresh_token: v.nullable(v.string()),
})
type FinishedFlow = v.InferOutput<typeof finishedFlow>

const flowRow = v.object({
  ...finishedFlow.entries,
  id: v.string(),
  code_challenge: v.nullable(v.string()),
  code_challenge_method: v.nullable(v.picklist(['s256', 'plain'])),
  auth_code_issued_at: v.nullable(v.date()),
})

/** Ends the flow of `authCode`: it works once. Throws `flowUnknown`, `flowExpired`, `badVerifier`. */
export async function endFlow(tx: Tx, authCode: string, verifier: string, now: Date): Promise<FinishedFlow> {
  const flow = parseRow(
    flowRow,
    await tx`
    select * from auth.flow_state
    where auth_code = ${authCode} and auth_code_issued_at is not null and user_id is not null
    for update`,
  )
  if (!flow?.auth_code_issued_at) throw new AuthError('flowUnknown')
  if (now.getTime() > flow.auth_code_issued_at.getTime() + CODE_LIFE_MS) throw new AuthError('flowExpired')
  const { code_challenge: challenge, code_challenge_method: method } = flow
  if (!challenge || !method || !matches({ challenge, method }, verifier)) throw new AuthError('badVerifier')
  await tx`delete from auth.flow_state where id = ${flow.id}`
  return flow
}

/**
 * Whoever waits with a code is out, like whoever has a session. A change of address goes on: its code is the way back to the browser that
 * asked for it.
 */
export async function forgetFlows(tx: Tx, userId: string): Promise<void> {
  await tx`
    delete from auth.flow_state
    where (user_id = ${userId} or linking_target_id = ${userId}) and authentication_method <> 'email_change'`
}

function matches({ challenge, method }: Challenge, verifier: string): boolean {
  const given = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const expected = Buffer.from(challenge)
  const actual = Buffer.from(given)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
