import { infiniteQueryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#server/product/calls.ts'
import type { WithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

const PAGE_SIZE = 20

/** The fan's requests, newest first, page by page. */
export const withdrawalsQuery = infiniteQueryOptions({
  queryKey: keys.withdrawals,
  queryFn: ({ pageParam, signal }) =>
    api('GET /redeem-balance', { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

/** Asks for money to be paid out; it is set aside at once. Throws ApiError. */
export async function requestWithdrawal(
  body: BodyOf<'POST /redeem-balance'>,
  idempotencyKey: string,
): Promise<WithdrawalWire> {
  return (await api('POST /redeem-balance', { body, idempotencyKey })).data
}

/** Takes a request back that nobody has decided yet. Throws ApiError. */
export async function cancelWithdrawal(uid: string): Promise<WithdrawalWire> {
  return (await api('POST /redeem-balance/{uid}/cancel', { params: { uid } })).data
}
