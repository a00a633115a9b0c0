import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#server/product/calls.ts'
import type { PixPaymentWire } from '#server/product/payments/contract.ts'
import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

type PixBody = BodyOf<'POST /buy-token-pix'>
type PixFlow = PixBody['typeBuy']

/** What a code pays for: a project's token (for somebody else, as `gift` says, with a `tip`), a bid, or (with an empty UID) a deposit. */
export type PixPlace = { typeBuy: PixFlow; UID: string; gift?: PixBody['gift']; tip?: PixBody['tip'] }

/** Realtime announces a payment; this polls as well, in case the connection is lost. */
const ASK_EVERY_MS = 5_000

/** The code that can still be paid, or null. */
export function openPixQuery({ typeBuy, UID }: PixPlace) {
  return queryOptions({
    queryKey: keys.openPix(typeBuy, UID),
    queryFn: async ({ signal }) => (await api('GET /pix-payments', { query: { typeBuy, UID }, signal })).data,
  })
}

/** One payment's state, starting from what is already known. */
export function pixPaymentQuery(pix: PixPaymentWire) {
  return queryOptions({
    queryKey: keys.pixPayment(pix.uid),
    queryFn: async ({ signal }) =>
      (await api('GET /pix-payments/{uid}', { params: { uid: pix.uid }, signal })).data,
    initialData: pix,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ASK_EVERY_MS : false),
  })
}

/** Creates a code to pay `amount` centavos, plus the fee. */
export async function buyWithPix(body: PixBody, idempotencyKey: string): Promise<PixPaymentWire> {
  return (await api('POST /buy-token-pix', { body, idempotencyKey })).data
}

/** Cancels a code; resolves with the payment as it then is. */
export async function cancelPix(uid: string): Promise<PixPaymentWire> {
  return (await api('POST /pix-payments/{uid}/cancel', { params: { uid } })).data
}

/**
 * A code for what has just been paid for otherwise must not be paid as well: not for a project that one has bought for oneself, nor
 * for a bid. One that cannot be cancelled expires by itself within minutes.
 */
export async function withdrawOpenPix(
  cache: QueryClient,
  { typeBuy, UID, gift }: { typeBuy: PixFlow; UID?: string | undefined; gift?: unknown },
): Promise<void> {
  if (typeBuy === 'balance' || !UID || gift) return
  const open = await cache.fetchQuery({ ...openPixQuery({ typeBuy, UID }), staleTime: 0 }).catch(() => null)
  if (open?.status === 'pending') await cancelPix(open.uid).catch(() => null)
}
