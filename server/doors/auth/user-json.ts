/** The User object of the wire. Empty strings stand for absent addresses; absent times are left out. */
import * as v from 'valibot'
import { count, parseRows } from '#server/platform/db/rows.ts'
import type { Query } from './options.ts'
import { type IdentityRow, identityRow, type UserRow } from './users.ts'

export const factorRow = v.object({
  id: v.string(),
  user_id: v.string(),
  friendly_name: v.string(),
  factor_type: v.picklist(['totp', 'webauthn', 'phone']),
  status: v.picklist(['unverified', 'verified']),
  secret: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  last_challenged_at: v.nullable(v.date()),
  last_used_step: count,
  created_at: v.date(),
  updated_at: v.date(),
})
export type FactorRow = v.InferOutput<typeof factorRow>

export type UserJson = ReturnType<typeof userJson>

/** Reads what belongs to `user` and shapes it for the wire. */
export async function loadUserJson(sql: Query, user: UserRow): Promise<UserJson> {
  const [identities, factors] = await Promise.all([
    sql`select * from auth.identities where user_id = ${user.id} order by created_at, id`,
    sql`select * from auth.mfa_factors where user_id = ${user.id} order by created_at, id`,
  ])
  return userJson(user, parseRows(identityRow, identities), parseRows(factorRow, factors))
}

export function userJson(user: UserRow, identities: IdentityRow[], factors: FactorRow[]) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...present({ email_confirmed_at: user.email_confirmed_at, invited_at: user.invited_at }),
    phone: '',
    ...present({
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change || null,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(factors.length > 0 ? { factors: factors.map(factorJson) } : {}),
    identities: identities.map(identityJson),
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...present({ banned_until: user.banned_until, deleted_at: user.deleted_at }),
    is_anonymous: false,
  }
}

export function factorJson(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    ...present({ phone: factor.phone, last_challenged_at: factor.last_challenged_at }),
  }
}

/** `identity_id` is the row; `id` is the provider's id of the person (GoTrue's naming). */
function identityJson(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...present({ last_sign_in_at: identity.last_sign_in_at }),
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...present({ email: identity.email }),
  }
}

/** The fields of `record` that are not null. */
function present<T extends Record<string, unknown>>(record: T) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
