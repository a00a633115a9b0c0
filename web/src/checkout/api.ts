import { queryOptions } from '@tanstack/react-query'
import type {
  Answer,
  BuyTokenBalanceBody,
  BuyTokenBody,
  CardPaymentWire,
  PaymentWire,
  ProjectWire,
} from '#domain/wire/api.ts'
import { api } from '../lib/api.ts'
import { keys } from '../lib/query.ts'

export function projectQuery(uid: string) {
  return queryOptions({
    queryKey: keys.project(uid),
    queryFn: async ({ signal }) =>
      (await api<Answer<ProjectWire>>(`/projects/${encodeURIComponent(uid)}`, { signal })).data,
  })
}

/** Charges a card: `amount` centavos reach the wallet (and buy the token or back the bid), the fee comes on top. */
export async function buyWithCard(body: BuyTokenBody, idempotencyKey: string): Promise<CardPaymentWire> {
  return (await api<Answer<CardPaymentWire>>('/buy-token', { body, idempotencyKey })).data
}

/** Pays with money already in the wallet: a first-lot token, or a bid of the body's amount. */
export async function buyWithBalance(
  body: BuyTokenBalanceBody,
  idempotencyKey: string,
): Promise<PaymentWire> {
  const answer = await api<Answer<{ payment: PaymentWire }>>('/buy-token-balance', { body, idempotencyKey })
  return answer.data.payment
}
