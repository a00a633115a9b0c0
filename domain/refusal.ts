/**
 * Every reason the product says no, in order of precedence: when several hold, the first is given. The same
 * list drives the HTTP answer, the text in both languages and the tests.
 */
export const REFUSALS = [
  'not_found',
  'malformed',
  'unauthenticated',
  'forbidden',
  'account_inactive',
  'profile_incomplete',
  'project_not_found',
  'project_not_published',
  'project_closed',
  'first_lot_open',
  'sold_out',
  'already_owned',
  'bid_below_price',
  'bid_exceeds_balance',
  'bid_amount_taken',
  'bid_already_active',
  'token_not_found',
  'token_not_playable',
  'token_ended',
  'insufficient_balance',
  'card_declined',
  'payment_unavailable',
  'wallet_unavailable',
  'key_reused',
  'too_many_requests',
  'unexpected',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** The HTTP status each refusal is answered with. */
export const REFUSAL_STATUS: Readonly<
  Record<Refusal, 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 500 | 503>
> = {
  not_found: 404,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  account_inactive: 403,
  profile_incomplete: 403,
  project_not_found: 404,
  project_not_published: 404,
  project_closed: 409,
  first_lot_open: 409,
  sold_out: 409,
  already_owned: 409,
  bid_below_price: 409,
  bid_exceeds_balance: 409,
  bid_amount_taken: 409,
  bid_already_active: 409,
  token_not_found: 404,
  token_not_playable: 409,
  token_ended: 409,
  insufficient_balance: 409,
  card_declined: 402,
  payment_unavailable: 503,
  wallet_unavailable: 503,
  key_reused: 422,
  too_many_requests: 429,
  unexpected: 500,
}
