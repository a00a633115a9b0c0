/** The account's own identities, of its address and of its number; those of providers are in social-accounts.ts. */
import type { Tx } from '#server/platform/db/sql.ts'
import { type Json, jsonOf } from './users.ts'

/** Adds the identity, or renews its claims, and lists it in app_metadata. */
export async function keepIdentity(
  tx: Tx,
  userId: string,
  provider: 'email' | 'phone',
  claims: Json,
  now: Date,
): Promise<void> {
  const data = jsonOf(tx, { sub: userId, ...claims })
  await tx`
    insert into auth.identities as held (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at)
    values (${userId}, ${userId}, ${data}, ${provider}, ${now}, ${now}, ${now})
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
