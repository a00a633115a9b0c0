/** Rows of a person's page in the back office. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { about } from '../api/call.ts'
import { HOLD_REASONS } from '../back-office/contract.ts'

/** GET /admin/users/{uid}/holds. */
export const userHoldWire = v.strictObject({
  id: v.string(),
  amount: v.number(),
  reason: v.picklist(HOLD_REASONS),
  projectName: v.nullable(v.string()),
  payment: about(v.nullable(v.string()), 'Of the bid or the gift.'),
  createdAt: v.string(),
})
export type UserHoldWire = v.InferOutput<typeof userHoldWire>

/** GET /admin/users/{uid}/sessions. */
export const userSessionWire = v.strictObject({
  id: v.string(),
  userAgent: v.nullable(v.string()),
  ip: v.nullable(v.string()),
  createdAt: v.string(),
  seenAt: v.string(),
})
export type UserSessionWire = v.InferOutput<typeof userSessionWire>

export const deactivationWire = v.strictObject({
  at: v.string(),
  by: about(v.nullable(v.string()), 'Nickname of the administrator; null where they did it themselves.'),
  reason: v.nullable(v.string()),
})
export type DeactivationWire = v.InferOutput<typeof deactivationWire>
