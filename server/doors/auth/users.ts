/** Rows of auth.users and auth.identities. */
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import * as v from 'valibot'
import { count, parseRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
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
  reauthentication_sent_at: v.nullable(v.date()),
  last_sign_in_at: v.nullable(v.date()),
  raw_app_meta_data: json,
  raw_user_meta_data: json,
  phone: v.nullable(v.string()),
  phone_confirmed_at: v.nullable(v.date()),
  confirmed_at: v.nullable(v.date()),
  banned_until: v.nullable(v.date()),
  is_anonymous: v.boolean(),
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
  id?: string
  email: string | null
  phone?: string | null
  passwordHash: string | null
  signUpProof?: string | null
  userMetadata: Json
  appMetadata?: Json
  role?: string
}

/** Metadata travels in every access token, and servers refuse headers of more than some 8 KB. In bytes of JSON. */
const MAX_METADATA_BYTES = 4096

/** Throws `metadataTooLarge`. */
function checkMetadata(metadata: Json): Json {
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
    throw new AuthError('metadataTooLarge', { bytes: MAX_METADATA_BYTES })
  return metadata
}

/** The metadata of a new account: `data` and the claims about its address. Throws `metadataTooLarge`. */
export function firstMetadata(id: string, email: string | null, data: Json): Json {
  const claims = { sub: id, ...(email && { email }), email_verified: false, phone_verified: false }
  return checkMetadata({ ...data, ...claims })
}

/**
 * Inserts an account with its e-mail identity and resolves with it; with undefined when the address is taken. The
 * claims about the address take precedence over fields of the same name in `userMetadata`. Throws `metadataTooLarge`.
 */
export async function insertUser(tx: Tx, given: NewUser, now: Date): Promise<UserRow | undefined> {
  const id = given.id ?? randomUUID()
  const provider = given.email ? 'email' : 'phone'
  const userMetadata = firstMetadata(id, given.email, given.userMetadata)
  const appMetadata = checkMetadata({ ...given.appMetadata, provider, providers: [provider] })
  const user = parseRow(
    userRow,
    await tx`
      insert into auth.users (id, email, phone, encrypted_password, sign_up_proof, role, raw_user_meta_data,
        raw_app_meta_data, created_at, updated_at)
      values (${id}, ${given.email}, ${given.phone ?? null}, ${given.passwordHash}, ${given.signUpProof ?? null},
        ${given.role ?? 'authenticated'}, ${jsonOf(tx, userMetadata)}, ${jsonOf(tx, appMetadata)},
        ${now}, ${now})
      on conflict (email) do nothing
      returning *`,
  )
  if (!user) return undefined
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at)
    values (${id}, ${id}, ${jsonOf(tx, userMetadata)}, ${provider}, ${now}, ${now}, ${now})`
  return user
}

/** Marks the address as confirmed, on the account and on its e-mail identity. Idempotent. */
export async function confirmEmail(tx: Tx, id: string, now: Date): Promise<UserRow> {
  const verified = tx.json({ email_verified: true })
  await tx`
    update auth.identities
    set identity_data = identity_data || ${verified}, updated_at = ${now}
    where user_id = ${id} and provider = 'email'`
  const user = parseRow(
    userRow,
    await tx`
      update auth.users
      set email_confirmed_at = coalesce(email_confirmed_at, ${now}), sign_up_proof = null,
        raw_user_meta_data = raw_user_meta_data || ${verified},
        updated_at = ${now}
      where id = ${id}
      returning *`,
  )
  if (!user) throw new Error(`The user ${id} vanished while its address was being confirmed.`)
  return user
}

/** `current` with `changes` merged in; a null deletes its key. Throws `metadataTooLarge`. */
export function mergeMetadata(current: Json, changes: Json): Json {
  const merged = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null)
  return checkMetadata(Object.fromEntries(merged))
}
