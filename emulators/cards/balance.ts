/** The platform's balance, its movements, and the event feed. */
import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { LIST_PARAMS, list, listBy } from './lists.ts'
import { allowOnly, text, texts } from './params.ts'

/** GET /v1/balance */
export function getBalance(call: Call): Stripe.Balance {
  const row = call.store.db
    .prepare(
      `select coalesce(sum((body ->> 'net') * (body ->> 'available_on' <= ?1)), 0) as available,
              coalesce(sum((body ->> 'net') * (body ->> 'available_on' > ?1)), 0) as pending
       from objects where kind = 'balance_transaction'`,
    )
    .get(call.now)
  const inReais = (centavos: unknown) => {
    const amount = Number(centavos)
    return [{ amount, currency: 'brl', source_types: { card: amount } }]
  }
  return {
    object: 'balance',
    available: inReais(row?.available),
    livemode: false,
    pending: inReais(row?.pending),
  }
}

/** GET /v1/balance_transactions/:id */
export function getBalanceTransaction(call: Call): Stripe.BalanceTransaction {
  return call.store.get('balance_transaction', call.id)
}

/** GET /v1/balance_transactions */
export function listBalanceTransactions(call: Call): object {
  return listBy(call, 'balance_transaction', '/v1/balance_transactions', ['type', 'source'])
}

/** GET /v1/events/:id */
export function getEvent(call: Call): Stripe.Event {
  return withPending(call, call.store.get('event', call.id, 'event'))
}

/** GET /v1/events */
export function listEvents(call: Call): object {
  allowOnly(call.params, [...LIST_PARAMS, 'type', 'types', 'delivery_success'])
  const type = text(call.params, 'type')
  const types = type === null ? texts(call.params, 'types') : [type]
  const conditions = types.length === 0 ? [] : [`body ->> 'type' in (${types.map(() => '?').join(', ')})`]
  const found = list(call, 'event', '/v1/events', conditions, types)
  return { ...found, data: found.data.map((event) => withPending(call, event as Stripe.Event)) }
}

function withPending(call: Call, event: Stripe.Event): Stripe.Event {
  const row = call.store.db
    .prepare("select count(*) as pending from deliveries where event_id = ? and state = 'pending'")
    .get(event.id)
  return { ...event, pending_webhooks: Number(row?.pending ?? 0) }
}
