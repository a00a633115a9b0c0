/** The trail of what happened to accounts: written in the transaction of the action it records. */
import type { Client } from './addresses.ts'
import type { Door, Query } from './options.ts'
import { keyedDigest } from './secrets.ts'
import { type Json, jsonOf, type UserRow } from './users.ts'

/** GoTrue's action names, each with the log type it files them under. */
const LOG_TYPES = {
  login: 'account',
  login_failed: 'account',
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
  // Ours: endpoints/undo.ts
  change_undone: 'user',
} as const

const NOBODY = '00000000-0000-0000-0000-000000000000'

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
    actor_id: actor?.id ?? NOBODY,
    actor_username: actor?.email ?? (actor ? '' : 'service_role'),
    actor_via_sso: false,
    ...(Object.keys(traits).length > 0 ? { traits } : {}),
  }
  await tx`
    insert into auth.audit_log_entries (payload, ip_address, created_at)
    values (${jsonOf(tx, payload)}, ${client.ip ?? ''}, ${now})`
}

/**
 * A sign-in that failed: the account where there is one, and of what was typed only a keyed digest, by which several tries at one
 * address are recognised.
 */
export async function auditFailedLogin(
  door: Pick<Door, 'sql' | 'jwtSecret'>,
  { account, typed }: { account: UserRow | null; typed: string },
  client: Client,
  now: Date,
): Promise<void> {
  const payload = {
    action: 'login_failed',
    log_type: LOG_TYPES.login_failed,
    actor_id: account?.id ?? NOBODY,
    actor_username: '',
    actor_via_sso: false,
    traits: { address: keyedDigest(door.jwtSecret, 'failed sign-ins', typed).toString('hex') },
  }
  await door.sql`
    insert into auth.audit_log_entries (payload, ip_address, created_at)
    values (${jsonOf(door.sql, payload)}, ${client.ip ?? ''}, ${now})`
}
