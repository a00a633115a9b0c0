import { queryOptions } from '@tanstack/react-query'
import type { Answer, BuyTokenPixBody, PixPaymentWire } from '#domain/wire/api.ts'
import { api } from '../lib/api.ts'
import { keys } from '../lib/query.ts'

/** What a code is for: a project's token, a bid, or (with an empty UID) the wallet. */
export type PixPlace = Omit<BuyTokenPixBody, 'amount'>

/** Realtime announces a payment; this polls as well, in case the connection is lost. */
const ASK_EVERY_MS = 5_000

/** The code that can still be paid, or null. */
export function openPixQuery({ typeBuy, UID }: PixPlace) {
  return queryOptions({
    queryKey: keys.openPix(typeBuy, UID),
    queryFn: async ({ signal }) =>
      (
        await api<Answer<PixPaymentWire | null>>(
          `/pix-payments?${new URLSearchParams({ typeBuy, UID }).toString()}`,
          { signal },
        )
      ).data,
  })
}

/** How one payment stands, from what is known of it already. */
export function pixPaymentQuery(pix: PixPaymentWire) {
  return queryOptions({
    queryKey: keys.pixPayment(pix.uid),
    queryFn: async ({ signal }) =>
      (await api<Answer<PixPaymentWire>>(`/pix-payments/${encodeURIComponent(pix.uid)}`, { signal })).data,
    initialData: pix,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ASK_EVERY_MS : false),
  })
}

/** Asks for a code with which `amount` centavos, and the fee on top, can be paid. */
export async function buyWithPix(body: BuyTokenPixBody, idempotencyKey: string): Promise<PixPaymentWire> {
  return (await api<Answer<PixPaymentWire>>('/buy-token-pix', { body, idempotencyKey })).data
}

/** Withdraws a code and answers how its payment then stands. */
export async function cancelPix(uid: string): Promise<PixPaymentWire> {
  return (await api<Answer<PixPaymentWire>>(`/pix-payments/${encodeURIComponent(uid)}/cancel`, { body: {} }))
    .data
}
