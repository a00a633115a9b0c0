/** Ten codes that each stand in for the second factor once. GoTrue has none; the calls follow the form of its others. */
import { randomInt } from 'node:crypto'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Door, Query } from './options.ts'
import { keyedDigest } from './secrets.ts'

const HOW_MANY = 10
/** Without letters and digits that look alike; ten of them hold 49 bits, and attempts are counted. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5

/** Makes new codes in place of the old ones and resolves with them: they are not kept, so they are shown now. */
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
  const [row] = await sql<[{ unused: number }]>`
    select count(*)::int as unused from auth.recovery_codes where user_id = ${userId} and used_at is null`
  return row.unused
}

/** Spaces, dashes and capitals are the reader's: they do not count. */
function codeHash(door: Door, userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return keyedDigest(door.jwtSecret, 'recovery codes', `${userId}:${plain}`).toString('hex')
}

function half(): string {
  return Array.from({ length: HALF }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}
