/** Who works in the back office, and the changes that wait for a second owner. */
import * as v from 'valibot'
import { parseRows } from '../../platform/db/rows.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { hasLapsed } from '../back-office/lapsed-role-changes.ts'
import { memberWire, roleChangeWire, type TeamWire } from './team-contract.ts'

const personOf = (sql: Sql, user: Fragment) => sql`
  json_build_object('uid', ${user}.uid, 'fullName', ${user}.full_name, 'nickname', ${user}.nickname,
    'email', ${user}.email, 'photoUrl', ${user}.photo_url)`

/** The owners first, then by role and name. */
export async function readTeam(sql: Sql): Promise<TeamWire> {
  const [people, changes] = await Promise.all([
    sql`
      select ${personOf(sql, sql`users`)} as person, role, is_active as "isActive",
        exists (
          select from auth.mfa_factors where user_id = users.uid and status = 'verified'
        ) as "hasSecondFactor"
      from users
      where role <> 'user' and erased_at is null
      order by array_position(array['admin', 'finance', 'support', 'content'], role), email`,
    sql`
      select changes.uid, ${personOf(sql, sql`users`)} as person, before, changes.role, reason,
        ${personOf(sql, sql`asker`)} as "requestedBy", changes.created_at as "createdAt",
        ${hasLapsed(sql, sql`changes`)} as "hasLapsed"
      from private.role_changes changes
      join users on users.uid = user_id
      join users asker on asker.uid = requested_by
      where status = 'requested'
      order by changes.id`,
  ])
  return {
    people: parseRows(memberWire, people),
    changes: parseRows(v.object({ ...roleChangeWire.entries, createdAt: v.date() }), changes).map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
    })),
  }
}
