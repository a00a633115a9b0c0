/**
 * Which account a person from a provider belongs to, by GoTrue's rules: a known identity is its account; a verified
 * address joins the account of that address; an unverified address joins nothing.
 */
import { randomUUID } from 'node:crypto'
import { parseRow, parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { type Client, readEmail } from './addresses.ts'
import { audit } from './audit.ts'
import { AuthError } from './errors.ts'
import type { ProviderPerson, SocialProvider } from './identity-provider.ts'
import { notifyUndoable } from './notices.ts'
import { forgetTokens } from './one-time-tokens.ts'
import type { Door } from './options.ts'
import type { Undoable } from './undo-links.ts'
import {
  type IdentityRow,
  identityRow,
  isBanned,
  type Json,
  jsonOf,
  lockUser,
  type UserRow,
  userRow,
} from './users.ts'
import { discardSignUp } from './whose-account.ts'

type Arrival = { provider: SocialProvider; person: ProviderPerson; client: Client }

/** The account that `person` signs in to, created if necessary. Throws `providerEmailUnverified`, `banned`. */
export async function accountOf(tx: Tx, door: Door, arrival: Arrival, now: Date): Promise<UserRow> {
  const { provider, person, client } = arrival
  const known = await identityOf(tx, provider, person.id)
  if (known) {
    await refreshIdentity(tx, known, provider, person, now)
    return signingIn(tx, await lockUser(tx, known.user_id), provider, client, now)
  }
  if (!person.email || !person.emailVerified) throw new AuthError('providerEmailUnverified', { provider })
  const email = readEmail(person.email)
  const held = parseRow(userRow, await tx`select * from auth.users where email = ${email} for update`)
  if (!held) {
    const created = await createAccount(tx, email, provider, person, now)
    if (created) {
      await audit(tx, 'user_signedup', created, client, now, { provider })
      return signingIn(tx, created, provider, client, now)
    }
    // The address was taken concurrently: decide again with what was committed.
    return accountOf(tx, door, arrival, now)
  }
  if (isBanned(held, now)) throw new AuthError('banned')
  const account = held.email_confirmed_at ? held : await takeOver(tx, door, held, now)
  const { user: linked, identity } = await addIdentity(tx, account, provider, person, now)
  if (held.email_confirmed_at) await notifyUndoable(tx, door, 'identity_linked', linked, identity, now)
  return signingIn(tx, linked, provider, client, now)
}

/** Adds `person` to the signed-in account. Throws `identityTaken`, `banned`. */
export async function linkIdentity(
  tx: Tx,
  door: Door,
  userId: string,
  arrival: Arrival,
  now: Date,
): Promise<UserRow> {
  const { provider, person, client } = arrival
  const user = await lockUser(tx, userId)
  if (!user) throw new AuthError('callerGone')
  if (isBanned(user, now)) throw new AuthError('banned')
  if (await identityOf(tx, provider, person.id)) throw new AuthError('identityTaken')
  const { user: linked, identity } = await addIdentity(tx, user, provider, person, now)
  await audit(tx, 'user_modified', linked, client, now, { provider })
  await notifyUndoable(tx, door, 'identity_linked', linked, identity, now)
  return linked
}

async function signingIn(
  tx: Tx,
  user: UserRow | undefined,
  provider: SocialProvider,
  client: Client,
  now: Date,
): Promise<UserRow> {
  if (!user) throw new AuthError('callerGone')
  if (isBanned(user, now)) throw new AuthError('banned')
  await audit(tx, 'login', user, client, now, { provider })
  return user
}

async function identityOf(tx: Tx, provider: SocialProvider, id: string): Promise<IdentityRow | undefined> {
  const identity = parseRow(
    identityRow,
    await tx`
      select * from auth.identities where provider = ${provider} and provider_id = ${id}`,
  )
  return identity
}

async function createAccount(
  tx: Tx,
  email: string,
  provider: SocialProvider,
  person: ProviderPerson,
  now: Date,
): Promise<UserRow | undefined> {
  const data = metadataOf(person)
  const user = parseRow(
    userRow,
    await tx`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, raw_app_meta_data, created_at,
        updated_at)
      values (${randomUUID()}, ${email}, ${now}, ${jsonOf(tx, data)},
        ${jsonOf(tx, { provider, providers: [provider] })}, ${now}, ${now})
      on conflict (email) do nothing
      returning *`,
  )
  if (user) await insertIdentity(tx, user.id, provider, person, now)
  return user
}

/**
 * Whoever registered the address never proved to own it, and the provider vouches for this person: everything the
 * other one set (password, data, mailed links) is dropped, or they would keep a way in.
 */
async function takeOver(tx: Tx, door: Door, held: UserRow, now: Date): Promise<UserRow> {
  await discardSignUp(tx, door, held, now)
  await tx`delete from auth.identities where user_id = ${held.id}`
  await forgetTokens(tx, held.id)
  const user = parseSoleRow(
    userRow,
    await tx`
      update auth.users
      set email_confirmed_at = ${now}, raw_user_meta_data = '{}',
        raw_app_meta_data = '{}', email_change = '', email_change_confirm_status = 0, updated_at = ${now}
      where id = ${held.id}
      returning *`,
  )
  return user
}

async function addIdentity(
  tx: Tx,
  user: UserRow,
  provider: SocialProvider,
  person: ProviderPerson,
  now: Date,
): Promise<{ user: UserRow; identity: Undoable }> {
  const id = await insertIdentity(tx, user.id, provider, person, now)
  const before = user.raw_app_meta_data
  const providers = Array.isArray(before.providers) ? before.providers : []
  const app = {
    ...before,
    provider: before.provider ?? provider,
    providers: [...new Set([...providers, provider])],
  }
  // What the person or an earlier provider stated takes precedence.
  const data = { ...metadataOf(person), ...user.raw_user_meta_data }
  const changed = parseSoleRow(
    userRow,
    await tx`
      update auth.users
      set raw_app_meta_data = ${jsonOf(tx, app)}, raw_user_meta_data = ${jsonOf(tx, data)}, updated_at = ${now}
      where id = ${user.id}
      returning *`,
  )
  return { user: changed, identity: { kind: 'identity', id, provider } }
}

/** Resolves with its id. */
async function insertIdentity(
  tx: Tx,
  userId: string,
  provider: SocialProvider,
  person: ProviderPerson,
  now: Date,
): Promise<string> {
  const [inserted] = await tx<[{ id: string }?]>`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at)
    values (${person.id}, ${userId}, ${jsonOf(tx, metadataOf(person))}, ${provider}, ${now}, ${now}, ${now})
    on conflict (provider_id, provider) do nothing
    returning id`
  if (!inserted) throw new AuthError('identityTaken')
  return inserted.id
}

async function refreshIdentity(
  tx: Tx,
  identity: IdentityRow,
  provider: SocialProvider,
  person: ProviderPerson,
  now: Date,
): Promise<void> {
  await tx`
    update auth.identities
    set identity_data = identity_data || ${jsonOf(tx, metadataOf(person))}, last_sign_in_at = ${now},
      updated_at = ${now}
    where provider = ${provider} and id = ${identity.id}`
}

/** GoTrue's names; absent values are left out. */
function metadataOf(person: ProviderPerson): Json {
  const said: Json = {
    iss: person.issuer,
    sub: person.id,
    provider_id: person.id,
    email: person.email,
    email_verified: person.emailVerified,
    phone_verified: false,
    name: person.name,
    full_name: person.name,
    picture: person.picture,
    avatar_url: person.picture,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}
