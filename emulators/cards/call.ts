/** What a handler is given, and what it answers. */
import type Stripe from 'stripe'
import type { Scripted } from '../control.ts'
import type { ErrorBody } from './errors.ts'
import type { Params } from './form.ts'
import type { Language } from './messages.ts'
import { type CardStore, newId, type StoredObject } from './store.ts'

export const API_VERSION = '2026-10-28.endive'

export type Call = {
  store: CardStore
  params: Params
  /** The `:id` in the path, or an empty text. */
  id: string
  /** A publishable key sees and does only what a cardholder's browser may. */
  key: 'secret' | 'publishable'
  language: Language
  /** The address of `/stripe` as a browser sees it, for links in answers. */
  publicUrl: string
  requestId: string
  idempotencyKey: string | null
  scripted: Scripted | undefined
  /** Unix seconds. */
  now: number
}

/** A refusal that is also a result (a declined charge): what was written stays, and a retry gets the same answer. */
export class Declined {
  readonly body: ErrorBody

  constructor(body: ErrorBody) {
    this.body = body
  }
}

export type Handler = (call: Call) => object | Declined

/** Records an event with a copy of `object`, and queues it for the webhook endpoint in the same transaction. */
export function emit(
  call: Pick<Call, 'store' | 'now' | 'requestId' | 'idempotencyKey'>,
  type: Stripe.Event.Type,
  object: StoredObject,
  previous?: Record<string, unknown>,
): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: call.now,
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  } as Stripe.Event
  call.store.save(event)
  call.store.db
    .prepare('insert into deliveries (event_id, payload, created_at, next_at) values (?, ?, ?, ?)')
    .run(event.id, JSON.stringify(event, null, 2), Date.now(), Date.now())
}
