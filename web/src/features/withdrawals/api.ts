import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Answer, Page, RedeemBalanceBody, WithdrawalWire } from '#domain/wire/api.ts'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

const PAGE_SIZE = 20

/** The fan's requests, newest first, page by page. */
export const withdrawalsQuery = infiniteQueryOptions({
  queryKey: keys.withdrawals,
  queryFn: ({ pageParam, signal }) => {
    const after = pageParam === null ? '' : `&after=${encodeURIComponent(pageParam)}`
    return api<Page<WithdrawalWire>>(`/redeem-balance?limit=${PAGE_SIZE}${after}`, { signal })
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

/** Asks for money to be paid out; it is set aside at once. Throws ApiError. */
export async function requestWithdrawal(
  body: RedeemBalanceBody,
  idempotencyKey: string,
): Promise<WithdrawalWire> {
  return (await api<Answer<WithdrawalWire>>('/redeem-balance', { body, idempotencyKey })).data
}

/** Takes a request back that nobody has decided yet. Throws ApiError. */
export async function cancelWithdrawal(uid: string): Promise<WithdrawalWire> {
  return (await api<Answer<WithdrawalWire>>(`/redeem-balance/${uid}/cancel`, { body: {} })).data
}
