/** The trail of what happened to accounts: written in the transaction of the action it records. */
import type { Client } from './addresses.ts'
import type { Query } from './options.ts'
import { type Json, jsonOf, type UserRow } from './users.ts'

/** GoTrue's action names, each with the log type it files them under. */
const LOG_TYPES = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_updated_password: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_reauthenticated: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  token_refreshed: 'token',
  token_revoked: 'token',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_updated: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  generate_recovery_codes: 'factor',
  identity_unlinked: 'user',
} as const

type AuditAction = keyof typeof LOG_TYPES

/** `actor` is null for the service key. */
export async function audit(
  tx: Query,
  action: AuditAction,
  actor: UserRow | null,
  client: Client,
  now: Date,
  traits: Json = {},
): Promise<void> {
  const payload = {
    action,
    log_type: LOG_TYPES[action],
    actor_id: actor?.id ?? '00000000-0000-0000-0000-000000000000',
    actor_username: actor?.email ?? (actor ? '' : 'service_role'),
    actor_via_sso: false,
    ...(Object.keys(traits).length > 0 ? { traits } : {}),
  }
  await tx`
    insert into auth.audit_log_entries (payload, ip_address, created_at)
    values (${jsonOf(tx, payload)}, ${client.ip ?? ''}, ${now})`
}
