/**
 * What mails carry: a long random token in the link, and six digits to type. GoTrue derives its link token from the
 * digits, so a million guesses find it; here the two are independent, and the digits only work together with the
 * address, where attempts are counted.
 */
import { randomBytes, randomInt } from 'node:crypto'
import * as v from 'valibot'
import { parseRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { AuthError } from './errors.ts'
import type { Door } from './options.ts'
import { forgetFlows } from './pkce.ts'
import { digest, keyedDigest } from './secrets.ts'

const TOKEN_TYPES = [
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
] as const
export type TokenType = (typeof TOKEN_TYPES)[number]

const oneTimeToken = v.object({
  id: v.string(),
  user_id: v.string(),
  token_type: v.picklist(TOKEN_TYPES),
  relates_to: v.string(),
  created_at: v.date(),
})
export type OneTimeToken = v.InferOutput<typeof oneTimeToken>

const PKCE_PREFIX = 'pkce_'

export function isPkceToken(linkToken: string): boolean {
  return linkToken.startsWith(PKCE_PREFIX)
}

/** Creates a token of `type` for a mail to `address`; it replaces the previous one. */
export async function issueOneTimeToken(
  tx: Tx,
  door: Door,
  wanted: { userId: string; type: TokenType; address: string; pkce: boolean },
  now: Date,
): Promise<{ linkToken: string; code: string }> {
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const linkToken = (wanted.pkce ? PKCE_PREFIX : '') + randomBytes(28).toString('hex')
  await tx`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, created_at, updated_at)
    values (${wanted.userId}, ${wanted.type}, ${linkHash(linkToken)}, ${codeHash(door, wanted.address, code)},
      ${wanted.address}, ${now}, ${now})
    on conflict (user_id, token_type) do update
    set token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.updated_at`
  return { linkToken, code }
}

/** Uses up the token behind a link. Throws `linkInvalid` when it is unknown, used, of another type or too old. */
export async function takeByLink(
  tx: Tx,
  door: Door,
  types: TokenType[],
  linkToken: string,
  now: Date,
): Promise<OneTimeToken> {
  const row = parseRow(
    oneTimeToken,
    await tx`
      delete from auth.one_time_tokens
      where token_hash = ${linkHash(linkToken)} and token_type in ${tx(types)}
      returning *`,
  )
  if (!row || isOld(door, row, now)) throw new AuthError('linkInvalid')
  return row
}

/** Uses up the token whose code was mailed to `address`. Throws `codeInvalid`. */
export async function takeByCode(
  tx: Tx,
  door: Door,
  types: TokenType[],
  address: string,
  code: string,
  now: Date,
): Promise<OneTimeToken> {
  const row = parseRow(
    oneTimeToken,
    await tx`
      delete from auth.one_time_tokens
      where relates_to = ${address}
        and code_hash = ${codeHash(door, address, code)}
        and token_type in ${tx(types)}
      returning *`,
  )
  if (!row || isOld(door, row, now)) throw new AuthError('codeInvalid')
  return row
}

/**
 * Invalidates everything mailed to the user, and codes that it was exchanged for: called when a password or
 * the address changes, and when all sessions end.
 */
export async function forgetTokens(tx: Tx, userId: string): Promise<void> {
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`
  await forgetFlows(tx, userId)
}

function isOld(door: Door, row: OneTimeToken, now: Date): boolean {
  const { codeLifeSeconds, nonceLifeSeconds } = door.limits
  const life = row.token_type === 'reauthentication_token' ? nonceLifeSeconds : codeLifeSeconds
  return now.getTime() > row.created_at.getTime() + life * 1000
}

function linkHash(linkToken: string): string {
  return (isPkceToken(linkToken) ? PKCE_PREFIX : '') + digest(linkToken)
}

function codeHash(door: Door, address: string, code: string): string {
  return keyedDigest(door.jwtSecret, 'mailed codes', `${address}:${code}`).toString('hex')
}
