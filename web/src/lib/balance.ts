/** The wallet, as the header and the payment screens read it. */
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { keys } from './query.ts'

/** Free money (`balance`) and money held for bids (`totalBided`), in centavos. */
export const balanceQuery = queryOptions({
  queryKey: keys.balance,
  queryFn: async ({ signal }) => (await api('GET /balance', { signal })).data.data,
})

/**
 * Whether balances may be seen, wherever they stand, and the way to change that. Hidden until somebody asks: phones are
 * looked at over shoulders. It is kept with what is this person's, so that whoever comes next begins with hidden ones.
 */
export function useBalanceShown(): [shown: boolean, toggle: () => void] {
  const cache = useQueryClient()
  const { data: shown = false } = useQuery<boolean>({
    queryKey: keys.balanceShown,
    queryFn: skipToken,
  })
  return [shown, () => cache.setQueryData<boolean>(keys.balanceShown, !shown)]
}
