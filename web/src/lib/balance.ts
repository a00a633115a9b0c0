/** The wallet, as the header and the payment screens read it. */
import { queryOptions } from '@tanstack/react-query'
import type { Answer, BalanceWire } from '#domain/wire/api.ts'
import { api } from './api.ts'
import { keys } from './query.ts'

/** Free money (`balance`) and money held for bids (`totalBided`), in centavos. */
export const balanceQuery = queryOptions({
  queryKey: keys.balance,
  queryFn: async ({ signal }) => (await api<Answer<Answer<BalanceWire>>>('/balance', { signal })).data.data,
})
