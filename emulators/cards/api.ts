/** Carries one request through authentication, idempotency, scripted faults, transaction and answer. */
import type { Context } from 'hono'
import type { Control, Scripted } from '../control.ts'
import { transaction } from '../database.ts'
import { answerWithFault } from '../faults.ts'
import { forbidPublishableKey, keyKind } from './auth.ts'
import { API_VERSION, type Call, Declined } from './call.ts'
import { type ErrorBody, invalidRequest, StripeFailure } from './errors.ts'
import { expand } from './expand.ts'
import { type Params, parseForm } from './form.ts'
import { fingerprintOf, type IdempotentReplies, type Reply } from './idempotency.ts'
import { texts } from './params.ts'
import type { Route } from './routes.ts'
import { type CardStore, newId } from './store.ts'

export type ApiOptions = {
  store: CardStore
  control: Control
  replies: IdempotentReplies
  publicUrl: string
  /** Called after each commit: an event may be waiting for delivery. */
  afterCommit: () => void
}

/** Answers `route` for `c`. Every request leaves one line in the control log. */
export async function answer(c: Context, route: Route, options: ApiOptions): Promise<Response> {
  const requestId = newId('req')
  const body = route.method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1)
  const params = parseForm(body)
  const idempotencyKey = route.method === 'POST' ? (c.req.header('idempotency-key') ?? null) : null
  const record = (status: number) =>
    options.control.record({
      method: route.method,
      path: c.req.path,
      status,
      detail: { requestId, idempotencyKey, params: withoutCard(params) },
    })
  try {
    const key = keyKind(c.req.header('authorization'), params.key)
    if (key === 'publishable' && !route.browser) forbidPublishableKey()
    delete params.key
    const fingerprint = fingerprintOf(route.method, c.req.path, body)
    const earlier = idempotencyKey === null ? undefined : options.replies.find(idempotencyKey, fingerprint)
    if (earlier !== undefined) {
      record(earlier.status)
      return respond({ ...earlier, requestId }, idempotencyKey, earlier.requestId)
    }
    const scripted = route.charges?.(params) ? options.control.takeNext() : undefined
    const portuguese = key === 'publishable' && /^pt\b/i.test(c.req.header('accept-language') ?? '')
    const call: Call = {
      store: options.store,
      params,
      id: c.req.param('id') ?? '',
      key,
      language: portuguese ? 'pt' : 'en',
      publicUrl: options.publicUrl,
      requestId,
      idempotencyKey,
      scripted,
      now: Math.floor(Date.now() / 1000),
    }
    return await options.replies.guard(idempotencyKey, async () =>
      answerWithFault(c, networkFault(scripted), () => {
        const reply = perform(route, call, (done) => {
          if (idempotencyKey !== null) options.replies.keep(idempotencyKey, fingerprint, done)
        })
        options.afterCommit()
        record(reply.status)
        return respond(reply, idempotencyKey)
      }),
    )
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    record(error.status)
    return respond(failureReply(error, requestId), idempotencyKey)
  }
}

/** Runs the handler and stores its answer in one transaction. A thrown refusal stores nothing. */
function perform(route: Route, call: Call, keep: (reply: Reply) => void): Reply {
  return transaction(call.store.db, () => {
    const reply = replyOf(route, call)
    keep(reply)
    return reply
  })
}

function replyOf(route: Route, call: Call): Reply {
  const { requestId } = call
  // Stripe keeps and replays its own failures, so this one belongs inside the transaction.
  if (call.scripted?.outcome === 'http_500') {
    const error: ErrorBody = { type: 'api_error', message: 'An unknown error occurred' }
    return { status: 500, body: JSON.stringify({ error }), requestId }
  }
  const result = route.handler(call)
  if (result instanceof Declined) {
    return { status: 402, body: JSON.stringify({ error: withLinks(result.body) }), requestId }
  }
  expand(call.store, result, texts(call.params, 'expand'))
  return { status: 200, body: JSON.stringify(result), requestId }
}

function failureReply(failure: StripeFailure, requestId: string): Reply {
  return { status: failure.status, body: JSON.stringify({ error: withLinks(failure.body) }), requestId }
}

function respond(reply: Reply, idempotencyKey: string | null, originalRequest?: string): Response {
  const headers = new Headers({
    'content-type': 'application/json',
    'request-id': reply.requestId,
    'stripe-version': API_VERSION,
  })
  if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey)
  if (originalRequest !== undefined) {
    headers.set('idempotent-replayed', 'true')
    headers.set('original-request', originalRequest)
  }
  if (reply.status >= 500) headers.set('stripe-should-retry', 'false')
  return new Response(reply.body, { status: reply.status, headers })
}

function withLinks(error: ErrorBody): ErrorBody & { doc_url?: string } {
  return error.code === undefined
    ? error
    : { ...error, doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}` }
}

/** The faults of the wire; a decline and the kept 500 happen inside the transaction instead. */
function networkFault(scripted: Scripted | undefined): Scripted | undefined {
  if (scripted?.outcome === 'http_500') return { ...scripted, outcome: 'delay' }
  if (scripted?.outcome === 'drop_answer_after_charge') return { ...scripted, outcome: 'drop_answer' }
  return scripted
}

/** The log keeps no card number and no security code. */
function withoutCard(params: Params): unknown {
  const hidden = new Set(['number', 'cvc', 'key'])
  return JSON.parse(JSON.stringify(params, (name, value) => (hidden.has(name) ? '…' : value)))
}

/** 404 for a path that this emulator (or Stripe) does not have. */
export function unknownPath(c: Context): Response {
  const failure = invalidRequest(
    `Unrecognized request URL (${c.req.method}: ${c.req.path}), or one that this emulator does not implement.`,
    { status: 404 },
  )
  return respond(failureReply(failure, newId('req')), null)
}
