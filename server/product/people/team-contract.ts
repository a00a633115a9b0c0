/** The calls about who works in the back office, and in which role. Instants are ISO 8601 in UTC. */
import * as v from 'valibot'
import { REASON_MAX } from '#domain/refund.ts'
import { ROLE_CHANGE_STATUSES, ROLES, STAFF_ROLES } from '#domain/role.ts'
import { about, callsOfAdmins, data, words } from '../api/call.ts'
import { personWire } from '../back-office/contract.ts'

/** GET /admin/team: somebody who works in the back office. */
export const memberWire = v.strictObject({
  person: personWire,
  role: v.picklist(STAFF_ROLES),
  isActive: v.boolean(),
  hasSecondFactor: v.boolean(),
})

/** A change of a role that waits for a second owner. */
export const roleChangeWire = v.strictObject({
  uid: v.string(),
  person: personWire,
  before: v.picklist(ROLES),
  role: v.picklist(ROLES),
  reason: v.string(),
  requestedBy: personWire,
  createdAt: v.string(),
  hasLapsed: about(
    v.boolean(),
    'The role of the person, or whoever asked, has changed since: it can only be turned down.',
  ),
})
export type RoleChangeWire = v.InferOutput<typeof roleChangeWire>

/** GET /admin/team. */
export const teamWire = v.strictObject({ people: v.array(memberWire), changes: v.array(roleChangeWire) })
export type TeamWire = v.InferOutput<typeof teamWire>

const roleChanged = data(
  v.strictObject({
    status: about(v.picklist(ROLE_CHANGE_STATUSES), 'Requested until a second owner confirms it.'),
  }),
)

export const teamCalls = callsOfAdmins({
  'GET /admin/team': {
    roles: [],
    summary: 'Who works in the back office, and which changes of roles wait.',
    answer: data(teamWire),
  },
  'POST /admin/users/{uid}/role': {
    roles: [],
    summary: 'Changes what somebody may do in the back office, once a second owner confirms it.',
    proof: true,
    body: v.object({ role: v.picklist(ROLES), reason: words(REASON_MAX) }),
    answer: roleChanged,
    unknown: 'user_not_found',
    refusals: ['role_unchanged', 'role_change_waiting', 'last_owner'],
  },
  'POST /admin/role-changes/{uid}/confirm': {
    roles: [],
    summary: 'Makes the change that another owner asked for.',
    proof: true,
    answer: roleChanged,
    unknown: 'role_change_not_found',
    refusals: ['role_change_decided', 'role_change_lapsed', 'second_owner_due', 'last_owner'],
  },
  'POST /admin/role-changes/{uid}/reject': {
    roles: [],
    summary: 'Turns it down, or takes it back.',
    answer: roleChanged,
    unknown: 'role_change_not_found',
    refusals: ['role_change_decided'],
  },
})
