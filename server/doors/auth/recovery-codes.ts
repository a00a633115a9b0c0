/**
 * Ten codes that each stand in for the second factor once. GoTrue has none; the calls follow the style of its others.
 */
import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { count, parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Door, Query } from './options.ts'
import { keyedDigest } from './secrets.ts'

const HOW_MANY = 10
/** Without letters and digits that look alike; ten characters hold 49 bits, and attempts are counted. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5

/** Replaces the old codes and resolves with the new ones, which are shown now because only digests are kept. */
export async function makeRecoveryCodes(tx: Tx, door: Door, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, () => `${half()}-${half()}`)
  await tx`delete from auth.recovery_codes where user_id = ${userId}`
  const rows = codes.map((code) => ({
    user_id: userId,
    code_hash: codeHash(door, userId, code),
    created_at: now,
  }))
  await tx`insert into auth.recovery_codes ${tx(rows)}`
  return codes
}

/** Uses up `code`. Resolves with how many are left, or undefined when it is wrong or was used. */
export async function useRecoveryCode(
  tx: Tx,
  door: Door,
  userId: string,
  code: string,
  now: Date,
): Promise<number | undefined> {
  const { count } = await tx`
    update auth.recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${codeHash(door, userId, code)} and used_at is null`
  return count === 0 ? undefined : countRecoveryCodes(tx, userId)
}

export async function countRecoveryCodes(sql: Query, userId: string): Promise<number> {
  const row = parseSoleRow(
    v.object({ unused: count }),
    await sql`
      select count(*)::int as unused from auth.recovery_codes where user_id = ${userId} and used_at is null`,
  )
  return row.unused
}

/** Spaces, dashes and capitals are ignored. */
function codeHash(door: Door, userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return keyedDigest(door.jwtSecret, 'recovery codes', `${userId}:${plain}`).toString('hex')
}

function half(): string {
  return Array.from({ length: HALF }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}
