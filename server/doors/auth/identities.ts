/** The account's identities; how one of a provider is found and added is in social-accounts.ts. */
import { parseRows } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Door, Query } from './options.ts'
import { type IdentityRow, identityRow, type Json, jsonOf, type UserRow } from './users.ts'

/** Whether people may add and remove providers here. */
export const mayLink = ({ identityProviders }: Pick<Door, 'identityProviders'>) =>
  Object.keys(identityProviders).length > 0

/** Adds the identity of the account's own address, or renews its claims, and lists it in app_metadata. */
export async function keepIdentity(tx: Tx, userId: string, claims: Json, now: Date): Promise<void> {
  const data = jsonOf(tx, { sub: userId, ...claims })
  await tx`
    insert into auth.identities as held (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at)
    values (${userId}, ${userId}, ${data}, 'email', ${now}, ${now}, ${now})
    on conflict (provider_id, provider) do update
    set identity_data = held.identity_data || ${jsonOf(tx, claims)}, updated_at = ${now}`
  await tx`
    update auth.users set raw_app_meta_data = raw_app_meta_data || (
      select jsonb_build_object('provider', (array_agg(provider order by created_at, provider))[1],
        'providers', jsonb_agg(provider order by created_at, provider))
      from auth.identities where user_id = ${userId}
    )
    where id = ${userId}`
}

/** The oldest first. */
export async function identitiesOf(tx: Query, userId: string): Promise<IdentityRow[]> {
  return parseRows(
    identityRow,
    await tx`select * from auth.identities where user_id = ${userId} order by created_at, id`,
  )
}

/** Removes a way into the account; the others are what it is named by from then on. */
export async function removeIdentity(
  tx: Query,
  user: UserRow,
  gone: Pick<IdentityRow, 'id'>,
  now: Date,
): Promise<void> {
  await tx`delete from auth.identities where id = ${gone.id} and user_id = ${user.id}`
  const left = (await identitiesOf(tx, user.id)).map(({ provider }) => provider)
  const app = { ...user.raw_app_meta_data, provider: left[0] ?? 'email', providers: [...new Set(left)] }
  await tx`
    update auth.users set raw_app_meta_data = ${jsonOf(tx, app)}, updated_at = ${now} where id = ${user.id}`
}
