import { useCallback } from 'react'
import toast from 'react-hot-toast'
import type { ApiError } from '../../lib/api.ts'
import { SHUT_OUT } from '../../lib/shut-out.ts'
import { useSession } from '../../session/provider.tsx'
import { showInactiveAccount } from '../../ui/inactive-account.tsx'
import { useRefusals } from './use-refusals.ts'

/**
 * A refusal with one of `codes` means that access has been revoked: says why, and clears everything on the
 * screen.
 */
export function useRevokedAccess(codes: readonly string[]): void {
  const { leave } = useSession()
  const end = useCallback(
    (refusal: ApiError) => {
      if (refusal.code === 'account_inactive') void showInactiveAccount()
      // For whoever was away as it happened: until somebody signs in.
      else toast.error(refusal.message, { id: SHUT_OUT, duration: Number.POSITIVE_INFINITY })
      leave()
    },
    [leave],
  )
  useRefusals(codes, end)
}
