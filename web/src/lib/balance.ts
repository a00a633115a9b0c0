/** The wallet, as the header and the payment screens read it. */
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { keys } from './query.ts'

/** Available money (`balance`) and money held for bids (`totalBided`), in centavos. */
export const balanceQuery = queryOptions({
  queryKey: keys.balance,
  queryFn: async ({ signal }) => (await api('GET /balance', { signal })).data.data,
})

/**
 * Whether balances are shown anywhere, and a toggle. Hidden by default, because phones are read over shoulders.
 * Kept in the person's own cache, so the next person to sign in starts with hidden balances.
 */
export function useBalanceShown(): [shown: boolean, toggle: () => void] {
  const cache = useQueryClient()
  const { data: shown = false } = useQuery<boolean>({
    queryKey: keys.balanceShown,
    queryFn: skipToken,
  })
  return [shown, () => cache.setQueryData<boolean>(keys.balanceShown, !shown)]
}
