/** Stripe's error bodies (docs.stripe.com/api/errors). A thrown failure leaves no trace; a decline is a kept result. */
import type Stripe from 'stripe'

export type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

/** Thrown by handlers to refuse a request; the transaction is rolled back. */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** 400 unless another status is given. */
export function invalidRequest(
  message: string,
  more: Partial<ErrorBody> & { status?: number } = {},
): StripeFailure {
  const { status = 400, ...body } = more
  return new StripeFailure(status, { type: 'invalid_request_error', message, ...body })
}

/** 404 `resource_missing`. `noun` as Stripe spells it, such as `payment_intent`. */
export function missing(noun: string, id: string, param = 'id'): StripeFailure {
  return invalidRequest(`No such ${noun}: '${id}'`, { status: 404, code: 'resource_missing', param })
}

/** 402 for card details that cannot be right; `code` is also the key of its sentence in messages.ts. */
export function cardError(message: string, code: string, more: Partial<ErrorBody> = {}): StripeFailure {
  return new StripeFailure(402, { type: 'card_error', message, code, ...more })
}
