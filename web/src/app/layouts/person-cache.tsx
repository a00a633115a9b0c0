import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Outlet } from 'react-router'
import { createQueryClient } from '../../lib/query.ts'
import { keptSession } from '../../lib/supabase.ts'
import { askForProfile } from '../../session/early-profile.ts'
import { wasLastFan } from '../../session/last-fan.ts'
import { useSession } from '../../session/provider.tsx'
import type { Screen } from '../screen.ts'

/** What was asked for in a person's name before anything was drawn. */
let early: { person: string; cache: QueryClient } | null = null

/** What is known of the server in the name of this person. */
export function PersonCache() {
  const { state } = useSession()
  const person = 'user' in state ? state.user.id : null
  const cache = useMemo(() => (early?.person === person ? early.cache : createQueryClient()), [person])

  useEffect(() => {
    // It was for the first view. Whoever comes in later begins with nothing.
    early = null
  }, [])

  return (
    <QueryClientProvider client={cache}>
      <Outlet />
    </QueryClientProvider>
  )
}

/**
 * For whoever was let in by this browser before, everything is asked for while their profile is still on its way; if
 * they no longer may, the server says so.
 */
PersonCache.ask = (async (reads) => {
  const profile = askForProfile()
  const person = keptSession()?.user.id
  if (person && wasLastFan(person)) {
    const cache = createQueryClient()
    early = { person, cache }
    await Promise.all(reads.map((read) => read(cache)))
  }
  await profile
}) satisfies Screen['ask']
