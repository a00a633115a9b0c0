/** A person as operators see them. */
import * as v from 'valibot'
import { maskedCpf } from '#domain/cpf.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayUse, ROLES, SEES_ACCOUNTS } from '#domain/role.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { mayApproveAlone } from '../approvals/outflow.ts'
import { requestedBy } from '../approvals/requested-by.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { disputesOfUser, givenUpOf, writeOffsOf } from '../refunds/public.ts'
import { type Colleague, isAbove } from './colleague.ts'
import { type UserDetailWire, userDetailWire } from './contract.ts'
import type { DeactivationWire, UserSessionWire } from './wire.ts'

const userRow = v.object({
  ...v.omit(userDetailWire, [
    'deactivation',
    'available',
    'held',
    'withdrawing',
    'disputes',
    'writeOffs',
    'aloneUpTo',
    'isPrivate',
  ]).entries,
  createdAt: v.date(),
  lastSignInAt: v.nullable(v.date()),
})

/** Null when nobody has that uid. What is private of a colleague is left out; support sees the end of a CPF. */
export async function findUser(
  sql: Sql,
  uid: string,
  { by, limit }: { by: Colleague; limit: number },
): Promise<UserDetailWire | null> {
  const row = parseRow(
    userRow,
    await sql`
      select uid, full_name as "fullName", nickname, users.email, photo_url as "photoUrl", users.role, tel, document,
        wallet, provider, language, is_complete_profile as "isComplete", is_active as "isActive",
        erased_at is not null as "isErased", users.created_at as "createdAt",
        account.last_sign_in_at as "lastSignInAt",
        exists (select from private.returned_mails where address = users.email) as "mailsReturn"
      from users
      left join auth.users account on account.id = users.uid
      where uid = ${uid}`,
  )
  if (!row) return null
  const isPrivate = isAbove(row, by)
  return {
    ...row,
    ...(!mayUse(SEES_ACCOUNTS, by.role) && row.document && { document: maskedCpf(row.document) }),
    ...(isPrivate && { tel: null, document: null }),
    isPrivate,
    deactivation: row.isActive ? null : await deactivationOf(sql, uid),
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    ...(await balanceOf(sql, uid)),
    withdrawing: await requestedBy(sql, uid),
    disputes: await disputesOfUser(sql, uid),
    writeOffs: await writeOffsOf(sql, uid),
    aloneUpTo: Math.min(
      await mayApproveAlone(sql, { person: uid }, { by, limit }),
      Math.max(0, limit - (await givenUpOf(sql, uid))),
    ),
  }
}

/** Of an inactive account; null where it was deactivated before this was kept. */
async function deactivationOf(sql: Sql, uid: string): Promise<DeactivationWire | null> {
  const row = parseRow(
    v.object({ at: v.date(), by: v.nullable(v.string()), reason: v.nullable(v.string()) }),
    await sql`
      select users.deactivated_at as at, coalesce(admin.nickname, admin.email) as by, deed.reason
      from users
      left join lateral (
        select admin_id, after ->> 'reason' as reason
        from private.admin_actions
        where subject = users.uid::text and action = 'user.deactivate' and created_at >= deactivated_at
        order by id desc
        limit 1
      ) deed on true
      left join users admin on admin.uid = deed.admin_id
      where users.uid = ${uid} and users.deactivated_at is not null`,
  )
  return row ? { ...row, at: row.at.toISOString() } : null
}

/** A person has a handful of sessions; beyond that only the latest are shown. */
const MOST_SESSIONS = 100

export async function isUser(sql: Sql, uid: string): Promise<boolean> {
  const found = await sql`select from users where uid = ${uid}`
  return found.length > 0
}

/** Where the person is signed in, latest first. */
export async function sessionsOf(sql: Sql, uid: string, by: Colleague): Promise<Result<UserSessionWire[]>> {
  const user = parseRow(
    v.object({ uid: v.string(), role: v.picklist(ROLES) }),
    await sql`select uid, role from users where uid = ${uid}`,
  )
  if (!user) return refuse('user_not_found')
  if (isAbove(user, by)) return refuse('role_insufficient')
  const rows = await sql<
    (Omit<UserSessionWire, 'createdAt' | 'seenAt'> & { createdAt: Date; seenAt: Date })[]
  >`
    select id, user_agent as "userAgent", host(ip) as ip, created_at as "createdAt",
      coalesce(refreshed_at, created_at) as "seenAt"
    from auth.sessions
    where user_id = ${uid} and (not_after is null or not_after > now())
    order by created_at desc
    limit ${MOST_SESSIONS}`
  return ok(
    rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
    })),
  )
}
