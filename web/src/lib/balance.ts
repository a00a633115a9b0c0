/** The wallet, as the header and the payment screens read it. */

import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './api.ts'
import { inBrowser } from './browser-storage.ts'
import { keys } from './query.ts'
import { storedSession } from './supabase.ts'

/** Available money (`balance`) and money held for bids (`totalBided`), in centavos. */
export const balanceQuery = queryOptions({
  queryKey: keys.balance,
  queryFn: async ({ signal }) => (await api('GET /balance', { signal })).data.data,
})

/** Money that is neither, in centavos, by what it waits for. */
export const setAsideQuery = queryOptions({
  queryKey: keys.setAside,
  queryFn: async ({ signal }) => (await api('GET /set-aside', { signal })).data,
})

/** Holds the uid of whoever last showed their balances on this device, or hid them: the next person begins without a choice. */
const CHOSEN_BY = 'tune:balances-shown'
const HIDDEN = 'hidden:'

type Chosen = 'shown' | 'hidden' | 'nothing'

/**
 * Whether balances are shown anywhere, and a toggle, which the device remembers and tells its other tabs. Hidden by default,
 * because phones are read over shoulders; where somebody is `deciding` about their money, only by choice.
 */
export function useBalanceShown(deciding = false): [shown: boolean, toggle: () => void] {
  const cache = useQueryClient()
  const { data: chosen } = useQuery<Chosen>({
    queryKey: keys.balanceShown,
    queryFn: skipToken,
    initialData: chosenHere,
  })
  useEffect(() => {
    // Another tab of this browser has hidden or shown them.
    const hear = ({ key }: StorageEvent) => {
      if (key === CHOSEN_BY || key === null) cache.setQueryData<Chosen>(keys.balanceShown, chosenHere())
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [cache])
  const shown = chosen === 'shown' || (deciding && chosen === 'nothing')

  function toggle() {
    const person = storedSession()?.user.id
    if (person) inBrowser.write(CHOSEN_BY, shown ? HIDDEN + person : person)
    cache.setQueryData<Chosen>(keys.balanceShown, shown ? 'hidden' : 'shown')
  }
  return [shown, toggle]
}

function chosenHere(): Chosen {
  const person = storedSession()?.user.id
  const by = inBrowser.read(CHOSEN_BY)
  if (person === undefined || by === null) return 'nothing'
  return by === person ? 'shown' : by === HIDDEN + person ? 'hidden' : 'nothing'
}
