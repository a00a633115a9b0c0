import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useRevokedAccess } from './use-revoked-access.ts'

/** Refusals that mean that somebody may no longer use the back office. */
const REVOKED = ['account_inactive', 'unauthenticated', 'forbidden']
/** A screen that is only being looked at makes no calls, so this one polls. */
const EVERY_MS = 30_000

/** Removes somebody who has lost access from the back office, at their next call or within half a minute. */
export function AdminAccessWatch() {
  useQuery({
    queryKey: ['admin', 'standing'],
    queryFn: async ({ signal }) => {
      await api('GET /admin/figures', { signal })
      return true
    },
    refetchInterval: EVERY_MS,
  })
  useRevokedAccess(REVOKED)
  return null
}
