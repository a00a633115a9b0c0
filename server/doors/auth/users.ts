/** Rows of auth.users and auth.identities. */
import type postgres from 'postgres'
import * as v from 'valibot'
import { count, parseRow, parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { BUDGET } from './budget.ts'
import { AuthError } from './errors.ts'
import type { Query } from './options.ts'

export type Json = Record<string, unknown>
/** Checked by the table to be an object; read whole, whatever its keys are called. */
const json = v.custom<Json>((value) => typeof value === 'object' && value !== null)

export const userRow = v.object({
  id: v.string(),
  aud: v.string(),
  role: v.string(),
  email: v.nullable(v.string()),
  encrypted_password: v.nullable(v.string()),
  /** The digest of the key that the sign-up came with; null for an account that nobody signed up for. */
  sign_up_proof: v.nullable(v.string()),
  email_confirmed_at: v.nullable(v.date()),
  invited_at: v.nullable(v.date()),
  confirmation_sent_at: v.nullable(v.date()),
  recovery_sent_at: v.nullable(v.date()),
  email_change: v.string(),
  email_change_sent_at: v.nullable(v.date()),
  email_change_confirm_status: count,
  /** The session that asked for the change. */
  email_change_session: v.nullable(v.string()),
  reauthentication_sent_at: v.nullable(v.date()),
  last_sign_in_at: v.nullable(v.date()),
  raw_app_meta_data: json,
  raw_user_meta_data: json,
  confirmed_at: v.nullable(v.date()),
  banned_until: v.nullable(v.date()),
  created_at: v.date(),
  updated_at: v.date(),
  deleted_at: v.nullable(v.date()),
})
export type UserRow = v.InferOutput<typeof userRow>

export const identityRow = v.object({
  id: v.string(),
  provider_id: v.string(),
  user_id: v.string(),
  identity_data: json,
  provider: v.string(),
  last_sign_in_at: v.nullable(v.date()),
  created_at: v.date(),
  updated_at: v.date(),
  email: v.nullable(v.string()),
})
export type IdentityRow = v.InferOutput<typeof identityRow>

/** `value` as a jsonb parameter. It was parsed from JSON, so it can be written as JSON. */
export function jsonOf(sql: Query, value: Json) {
  return sql.json(value as postgres.JSONValue)
}

export async function userById(sql: Query, id: string): Promise<UserRow | undefined> {
  const user = parseRow(userRow, await sql`select * from auth.users where id = ${id}`)
  return user
}

export async function userByEmail(sql: Query, email: string): Promise<UserRow | undefined> {
  const user = parseRow(userRow, await sql`select * from auth.users where email = ${email}`)
  return user
}

/** Reads and locks the row until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  const user = parseRow(userRow, await tx`select * from auth.users where id = ${id} for update`)
  return user
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

type NewUser = {
  id: string
  email: string
  passwordHash: string | null
  signUpProof?: string | null
  userMetadata: Json
  /** What an identity says beside the address. */
  identityData?: Json
  appMetadata?: Json
  role?: string
}

/** In bytes of JSON, as it travels in access tokens. */
const bytesOf = (metadata: Json) => Buffer.byteLength(JSON.stringify(metadata))

function checkMetadata(metadata: Json, most: number): Json {
  if (bytesOf(metadata) > most) throw new AuthError('metadataTooLarge', { bytes: most })
  return metadata
}

/** Throws `metadataTooLarge` when both together are more than a token can carry. */
export function checkAllMetadata(app: Json, user: Json): void {
  const most = BUDGET.allMetadata.limit
  if (bytesOf(app) + bytesOf(user) > most) throw new AuthError('metadataTooLarge', { bytes: most })
}

/** The metadata of a sign-up: `data` and the claims about its address. Throws `metadataTooLarge`. */
export function firstMetadata(id: string, email: string | null, data: Json): Json {
  return checkMetadata({ ...data, ...claimsOf(id, email) }, BUDGET.metadata.limit)
}

/** What GoTrue says of an address that is yet to be confirmed. */
function claimsOf(id: string, email: string | null): Json {
  return { sub: id, ...(email && { email }), email_verified: false, phone_verified: false }
}

/** Inserts an account with an identity for its address; resolves with undefined when that is taken. */
export async function insertUser(tx: Tx, given: NewUser, now: Date): Promise<UserRow | undefined> {
  const { id, email, identityData = {} } = given
  const user = parseRow(
    userRow,
    await tx`
      insert into auth.users (id, email, encrypted_password, sign_up_proof, role, raw_user_meta_data,
        raw_app_meta_data, created_at, updated_at)
      values (${id}, ${email}, ${given.passwordHash}, ${given.signUpProof ?? null},
        ${given.role ?? 'authenticated'}, ${jsonOf(tx, given.userMetadata)},
        ${jsonOf(tx, { provider: 'email', providers: ['email'], ...given.appMetadata })}, ${now}, ${now})
      on conflict (email) do nothing
      returning *`,
  )
  if (!user) return undefined
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at)
    values (${id}, ${id}, ${jsonOf(tx, { ...identityData, ...claimsOf(id, email) })}, 'email', ${now}, ${now}, ${now})`
  return user
}

/** Marks the address as confirmed, on the account and on its e-mail identity. Idempotent. */
export async function confirmEmail(tx: Tx, id: string, now: Date): Promise<UserRow> {
  const verified = tx.json({ email_verified: true })
  await tx`
    update auth.identities
    set identity_data = identity_data || ${verified}, updated_at = ${now}
    where user_id = ${id} and provider = 'email'`
  const user = parseSoleRow(
    userRow,
    await tx`
      update auth.users
      set email_confirmed_at = coalesce(email_confirmed_at, ${now}), sign_up_proof = null,
        raw_user_meta_data = raw_user_meta_data || ${verified},
        updated_at = ${now}
      where id = ${id}
      returning *`,
  )
  return user
}

/** `current` with `changes` merged in; a null deletes its key. */
export function mergeMetadata(current: Json, changes: Json): Json {
  const merged = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(merged)
}

/**
 * As `mergeMetadata`, for a person's own changes. Throws `metadataTooLarge`; what an administrator made larger may
 * still shrink.
 */
export function mergeOwnMetadata(current: Json, changes: Json): Json {
  return checkMetadata(mergeMetadata(current, changes), Math.max(BUDGET.metadata.limit, bytesOf(current)))
}
