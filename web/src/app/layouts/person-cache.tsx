import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Outlet } from 'react-router'
import { createQueryClient } from '../../lib/query.ts'
import { validSession } from '../../lib/supabase.ts'
import { loadProfileEarly } from '../../session/early-profile.ts'
import { wasLastFan } from '../../session/last-fan.ts'
import { useSession } from '../../session/provider.tsx'
import type { Screen } from '../screen.ts'

/** The cache that was filled for a person before the first render. */
let early: { person: string; cache: QueryClient } | null = null

/** Provides the query cache of the person signed in. */
export function PersonCache() {
  const { state } = useSession()
  const person = 'user' in state ? state.user.id : null
  const cache = useMemo(() => (early?.person === person ? early.cache : createQueryClient()), [person])

  useEffect(() => {
    // Used for the first view only: the next person to sign in starts with an empty cache.
    early = null
  }, [])

  return (
    <QueryClientProvider client={cache}>
      <Outlet />
    </QueryClientProvider>
  )
}

/**
 * For the fan who used this browser last, everything is fetched while their profile is still loading; the
 * server refuses if they no longer have access.
 */
PersonCache.prefetch = (async (reads) => {
  const profile = loadProfileEarly()
  const person = validSession()?.user.id
  if (person && wasLastFan(person)) {
    const cache = createQueryClient()
    early = { person, cache }
    await Promise.all(reads.map((read) => read(cache)))
  }
  await profile
}) satisfies Screen['prefetch']
