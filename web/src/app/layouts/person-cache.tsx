import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Outlet } from 'react-router'
import { createQueryClient } from '../../lib/query.ts'
import { wasLastFan } from '../../session/last-fan.ts'
import { useSession } from '../../session/provider.tsx'
import { firstReads } from '../screen.ts'

/**
 * What is known of the server in the name of this person. For whoever was let in here before, asking begins while their
 * profile is still on its way; if they no longer may, the server says so.
 */
export function PersonCache() {
  const { state } = useSession()
  const person = 'user' in state ? state.user.id : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person gets another cache.
  const cache = useMemo(createQueryClient, [person])
  const mayAsk = state.phase === 'loading-profile' && wasLastFan(state.user.id)

  useEffect(() => {
    if (!mayAsk) return
    // After the profile, for which the screen waits, has been asked for.
    const timer = setTimeout(() => {
      for (const read of firstReads()) read(cache)
    })
    return () => clearTimeout(timer)
  }, [cache, mayAsk])

  return (
    <QueryClientProvider client={cache}>
      <Outlet />
    </QueryClientProvider>
  )
}
