/** The wallet, as the header and the payment screens read it. */

import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './api.ts'
import { keys } from './query.ts'
import { storedSession } from './supabase.ts'

/** Available money (`balance`) and money held for bids (`totalBided`), in centavos. */
export const balanceQuery = queryOptions({
  queryKey: keys.balance,
  queryFn: async ({ signal }) => (await api('GET /balance', { signal })).data.data,
})

/** Holds the uid of whoever last showed their balances on this device, so that the next person starts with hidden ones. */
const SHOWN_TO = 'tune:balances-shown'

/**
 * Whether balances are shown anywhere, and a toggle, which the device remembers and tells its other tabs. Hidden by default,
 * because phones are read over shoulders.
 */
export function useBalanceShown(): [shown: boolean, toggle: () => void] {
  const cache = useQueryClient()
  const { data: shown = false } = useQuery<boolean>({
    queryKey: keys.balanceShown,
    queryFn: skipToken,
    initialData: isShown,
  })
  useEffect(() => {
    // Another tab of this browser has hidden or shown them.
    const hear = ({ key }: StorageEvent) => {
      if (key === SHOWN_TO || key === null) cache.setQueryData<boolean>(keys.balanceShown, isShown())
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [cache])

  function toggle() {
    const person = storedSession()?.user.id
    if (shown) localStorage.removeItem(SHOWN_TO)
    else if (person) localStorage.setItem(SHOWN_TO, person)
    cache.setQueryData<boolean>(keys.balanceShown, !shown)
  }
  return [shown, toggle]
}

function isShown(): boolean {
  const person = storedSession()?.user.id
  return person !== undefined && localStorage.getItem(SHOWN_TO) === person
}
