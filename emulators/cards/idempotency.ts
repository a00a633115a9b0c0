/** Idempotency keys (docs.stripe.com/api/idempotent_requests): the first answer to a key is the answer. */
import { createHash } from 'node:crypto'
import { StripeFailure } from './errors.ts'
import type { CardStore } from './store.ts'

const LONGEST_KEY = 255

export type Reply = { status: number; body: string; requestId: string }

export class IdempotentReplies {
  private readonly store: CardStore
  private readonly underWay = new Set<string>()

  constructor(store: CardStore) {
    this.store = store
  }

  /**
   * The stored answer for this key, if any.
   * @throws 400 `idempotency_error` when the key came with another request, 409 while its first request is in
   * progress.
   */
  find(key: string, fingerprint: string): Reply | undefined {
    if (key.length > LONGEST_KEY) {
      throw new StripeFailure(400, {
        type: 'idempotency_error',
        message: `Idempotency keys can be at most ${LONGEST_KEY} characters long.`,
      })
    }
    if (this.underWay.has(key)) {
      throw new StripeFailure(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message:
          `There is currently another in-progress request using this Idempotent Key: ${key}. ` +
          'This conflict may be caused by a duplicated request. Please try again later.',
      })
    }
    const row = this.store.db.prepare('select * from idempotent_replies where key = ?').get(key)
    if (row === undefined) return undefined
    if (row.fingerprint !== fingerprint) {
      throw new StripeFailure(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
          `Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) }
  }

  /** Stores the answer, inside the transaction that did the work, so that neither exists without the other. */
  keep(key: string, fingerprint: string, reply: Reply): void {
    this.store.db
      .prepare(
        'insert into idempotent_replies (key, fingerprint, status, body, request_id) values (?, ?, ?, ?, ?)',
      )
      .run(key, fingerprint, reply.status, reply.body, reply.requestId)
  }

  /** Refuses other requests with this key until `work` is over. */
  async guard<T>(key: string | null, work: () => Promise<T>): Promise<T> {
    if (key === null) return work()
    this.underWay.add(key)
    try {
      return await work()
    } finally {
      this.underWay.delete(key)
    }
  }
}

export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex')
}
