/** Rows of auth.users and auth.identities. */
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Query } from './options.ts'

export type Json = Record<string, unknown>

export type UserRow = {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Json
  raw_user_meta_data: Json
  phone: string | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  banned_until: Date | null
  is_anonymous: boolean
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export type IdentityRow = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Json
  provider: string
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
  email: string | null
}

/** `value` as a jsonb parameter. What arrives here was parsed from JSON, so it can be written as JSON. */
export function jsonOf(sql: Query, value: Json) {
  return sql.json(value as postgres.JSONValue)
}

export async function userById(sql: Query, id: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`select * from auth.users where id = ${id}`
  return user
}

export async function userByEmail(sql: Query, email: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`select * from auth.users where email = ${email}`
  return user
}

/** Reads the row and keeps others from changing it until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  const [user] = await tx<UserRow[]>`select * from auth.users where id = ${id} for update`
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
  userMetadata: Json
  appMetadata?: Json
  role?: string
}

/**
 * Inserts an account with its e-mail identity and resolves with it; with undefined when the address is taken.
 * The claims about the address win over fields of the same name in `userMetadata`.
 */
export async function insertUser(tx: Tx, given: NewUser, now: Date): Promise<UserRow | undefined> {
  const id = given.id ?? randomUUID()
  const claims = given.email
    ? { sub: id, email: given.email, email_verified: false, phone_verified: false }
    : { sub: id, email_verified: false, phone_verified: false }
  const provider = given.email ? 'email' : 'phone'
  const userMetadata = { ...given.userMetadata, ...claims }
  const appMetadata = { ...given.appMetadata, provider, providers: [provider] }
  const [user] = await tx<UserRow[]>`
    insert into auth.users (id, email, phone, encrypted_password, role, raw_user_meta_data, raw_app_meta_data,
      created_at, updated_at)
    values (${id}, ${given.email}, ${given.phone ?? null}, ${given.passwordHash},
      ${given.role ?? 'authenticated'}, ${jsonOf(tx, userMetadata)}, ${jsonOf(tx, appMetadata)},
      ${now}, ${now})
    on conflict (email) do nothing
    returning *`
  if (!user) return undefined
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at)
    values (${id}, ${id}, ${jsonOf(tx, userMetadata)}, ${provider}, ${now}, ${now}, ${now})`
  return user
}

/** Marks the address as proven, on the account and on its e-mail identity. Harmless when it already was. */
export async function confirmEmail(tx: Tx, id: string, now: Date): Promise<UserRow> {
  const verified = tx.json({ email_verified: true })
  await tx`
    update auth.identities
    set identity_data = identity_data || ${verified}, updated_at = ${now}
    where user_id = ${id} and provider = 'email'`
  const [user] = await tx<UserRow[]>`
    update auth.users
    set email_confirmed_at = coalesce(email_confirmed_at, ${now}),
      raw_user_meta_data = raw_user_meta_data || ${verified},
      updated_at = ${now}
    where id = ${id}
    returning *`
  if (!user) throw new Error(`The user ${id} vanished while its address was being confirmed.`)
  return user
}

/** `current` with `changes` merged in; a null deletes its key. */
export function mergeMetadata(current: Json, changes: Json): Json {
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null))
}
