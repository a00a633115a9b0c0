import { infiniteQueryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#server/product/calls.ts'
import type { WithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

const PAGE_SIZE = 20

/** The fan's withdrawals, newest first, page by page. */
export const withdrawalsQuery = infiniteQueryOptions({
  queryKey: keys.withdrawals,
  queryFn: ({ pageParam, signal }) =>
    api('GET /redeem-balance', { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

/** Requests a withdrawal; its money is held at once. Throws ApiError. */
export async function requestWithdrawal(
  body: BodyOf<'POST /redeem-balance'>,
  idempotencyKey: string,
): Promise<WithdrawalWire> {
  return (await api('POST /redeem-balance', { body, idempotencyKey })).data
}

/** Whether a withdrawal would be refused until the account is proved to be one's own. Throws ApiError. */
export async function isProofDue(): Promise<boolean> {
  return (await api('GET /proof')).data.due
}

/** Cancels a request that has not been decided yet. Throws ApiError. */
export async function cancelWithdrawal(uid: string): Promise<WithdrawalWire> {
  return (await api('POST /redeem-balance/{uid}/cancel', { params: { uid } })).data
}
