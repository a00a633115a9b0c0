/** What somebody may do in the back office. The rights of each role stand in the contracts, call by call. */

/** The owner's name in the database, as the specification has it. An owner may do everything. */
export const OWNER = 'admin'

/** Those who work in the back office, the owner last. */
export const STAFF_ROLES = ['support', 'finance', 'content', OWNER] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Everybody's: people of no role in the back office are users. */
export const ROLES = ['user', ...STAFF_ROLES] as const
export type Role = (typeof ROLES)[number]

/** The roles that may use a call beside the owner, who always may. */
export type MayUse = readonly Exclude<StaffRole, typeof OWNER>[]

export const EVERY_ROLE: MayUse = ['support', 'finance', 'content']

/** The roles that see accounts, balances and payments, where others may use the same call. */
export const SEES_ACCOUNTS: MayUse = ['finance']

/** Whether a call for `roles` is for this one; null is nobody of the back office. */
export function mayUse(roles: MayUse, role: StaffRole | null): boolean {
  return role === OWNER || (role !== null && (roles as readonly StaffRole[]).includes(role))
}

export const ROLE_CHANGE_STATUSES = ['requested', 'done', 'rejected'] as const
export type RoleChangeStatus = (typeof ROLE_CHANGE_STATUSES)[number]

/** Whether somebody who changes from one role to the other may do something they could not do before. */
export function gainsRights(from: Role, to: Role): boolean {
  return to !== 'user' && from !== OWNER && from !== to
}
