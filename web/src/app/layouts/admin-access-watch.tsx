import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { officeQuery } from '../../back-office/office.tsx'
import { useRefusals } from './use-refusals.ts'
import { useRevokedAccess } from './use-revoked-access.ts'

/** Refusals that mean that somebody may no longer use the back office. */
const REVOKED = ['account_inactive', 'unauthenticated', 'forbidden']
const OTHER_ROLE = ['role_insufficient']

/**
 * Removes somebody who has lost access from the back office, at their next call or when their role is next asked for
 * (which the menu does). Whose role has changed sees the menu and the screens of the new one from the first refusal on.
 */
export function AdminAccessWatch() {
  useRevokedAccess(REVOKED)
  const cache = useQueryClient()
  const ask = useCallback(() => void cache.invalidateQueries({ queryKey: officeQuery.queryKey }), [cache])
  useRefusals(OTHER_ROLE, ask)
  return null
}
