import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, DataOf } from '#server/product/calls.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

export function projectQuery(uid: string) {
  return queryOptions({
    queryKey: keys.project(uid),
    queryFn: async ({ signal }) => (await api('GET /projects/{uid}', { params: { uid }, signal })).data,
  })
}

/** Charges a card: `amount` centavos reach the wallet (and buy the token or back the bid), and the fee is added. */
export async function buyWithCard(
  body: BodyOf<'POST /buy-token'>,
  idempotencyKey: string,
): Promise<DataOf<'POST /buy-token'>> {
  return (await api('POST /buy-token', { body, idempotencyKey })).data
}

/** Pays from the wallet: a first-lot token, or a bid of the body's amount. */
export async function buyWithBalance(
  body: BodyOf<'POST /buy-token-balance'>,
  idempotencyKey: string,
): Promise<PaymentWire> {
  const answer = await api('POST /buy-token-balance', { body, idempotencyKey })
  return answer.data.payment
}
