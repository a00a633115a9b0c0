/**
 * Delivers events to the webhook endpoint: signed, at least once, in no promised order, retried with growing pauses for
 * three days. The queue is the `deliveries` table, so a restart goes on where the last process stopped.
 */
import { createHmac } from 'node:crypto'
import { type Attempt, postWebhook } from '../post-webhook.ts'
import type { CardStore } from './store.ts'

const LONGEST_PAUSE_SECONDS = 60
const GIVE_UP_AFTER_MS = 3 * 86_400_000
const AT_ONCE = 8
const LONGEST_SHUFFLE_MS = 1_500
/** setTimeout fires at once on longer pauses. */
const LONGEST_TIMER_MS = 2_147_483_647

export type Endpoint = { url: string; secret: string }
export type Mode = { paused: boolean; duplicate: boolean; shuffle: boolean }
type Due = { id: number; payload: string; attempts: number; created_at: number }

export class WebhookSender {
  private readonly store: CardStore
  private readonly endpoint: Endpoint
  private readonly inFlight = new Map<number, Promise<void>>()
  private readonly closing = new AbortController()
  private timer: NodeJS.Timeout | undefined

  constructor(store: CardStore, endpoint: Endpoint) {
    this.store = store
    this.endpoint = endpoint
    this.wake()
  }

  /** Sends what is due and sets the timer for what is next. */
  wake(): void {
    clearTimeout(this.timer)
    if (this.closing.signal.aborted) return
    const mode = this.mode()
    if (mode.paused) return
    for (const due of this.due(mode)) {
      const sending = this.deliver(due, mode).finally(() => {
        this.inFlight.delete(due.id)
        this.wake()
      })
      this.inFlight.set(due.id, sending)
    }
    const next = this.waiting().find(({ id }) => !this.inFlight.has(id))
    if (next === undefined || this.inFlight.size >= AT_ONCE) return
    const pause = Math.max(next.next_at - Date.now(), 0)
    this.timer = setTimeout(() => this.wake(), Math.min(pause, LONGEST_TIMER_MS))
  }

  /** How deliveries misbehave at the moment. */
  mode(): Mode {
    const row = this.store.db.prepare("select value from settings where name = 'webhooks'").get()
    const kept = row === undefined ? {} : (JSON.parse(String(row.value)) as Partial<Mode>)
    return { paused: false, duplicate: false, shuffle: false, ...kept }
  }

  setMode(change: Partial<Mode>): Mode {
    const mode = { ...this.mode(), ...change }
    this.store.db
      .prepare("insert or replace into settings (name, value) values ('webhooks', ?)")
      .run(JSON.stringify(mode))
    this.wake()
    return mode
  }

  /** Sends an event once more, whatever became of it. Answers false when the event is unknown. */
  redeliver(eventId: string): boolean {
    const event = this.store.find('event', eventId)
    if (event === undefined) return false
    this.queue(event.id, JSON.stringify(event, null, 2))
    this.wake()
    return true
  }

  /** Every delivery, newest first, without its payload. */
  log(): unknown[] {
    return this.store.db
      .prepare(
        `select event_id as event, state, attempts, last_status as "lastStatus", last_error as "lastError",
                created_at as "createdAt", next_at as "nextAt"
         from deliveries order by id desc limit 500`,
      )
      .all()
  }

  async close(): Promise<void> {
    this.closing.abort()
    clearTimeout(this.timer)
    await Promise.all(this.inFlight.values())
  }

  private waiting(): { id: number; next_at: number }[] {
    return this.store.db
      .prepare("select id, next_at from deliveries where state = 'pending' order by next_at, id limit ?")
      .all(AT_ONCE * 2) as { id: number; next_at: number }[]
  }

  private due(mode: Mode): Due[] {
    const order = mode.shuffle ? 'random()' : 'next_at, id'
    const rows = this.store.db
      .prepare(
        `select id, payload, attempts, created_at from deliveries
         where state = 'pending' and next_at <= ? order by ${order} limit ?`,
      )
      .all(Date.now(), AT_ONCE * 2) as Due[]
    return rows.filter(({ id }) => !this.inFlight.has(id)).slice(0, Math.max(AT_ONCE - this.inFlight.size, 0))
  }

  private queue(eventId: string, payload: string): void {
    this.store.db
      .prepare('insert into deliveries (event_id, payload, created_at, next_at) values (?, ?, ?, ?)')
      .run(eventId, payload, Date.now(), Date.now())
  }

  /** One attempt. Never rejects: what went wrong is kept with the delivery, and the next attempt is set. */
  private async deliver(due: Due, mode: Mode): Promise<void> {
    if (mode.shuffle) await this.pause(Math.random() * LONGEST_SHUFFLE_MS)
    const outcome = await this.send(due.payload)
    if (this.closing.signal.aborted) return
    if (mode.duplicate && outcome.ok) await this.send(due.payload)
    if (this.closing.signal.aborted) return
    const attempts = due.attempts + 1
    const pause = Math.min(2 ** due.attempts, LONGEST_PAUSE_SECONDS) * 1000
    const late = Date.now() + pause > due.created_at + GIVE_UP_AFTER_MS
    this.store.db
      .prepare(
        'update deliveries set state = ?, attempts = ?, next_at = ?, last_status = ?, last_error = ? where id = ?',
      )
      .run(
        outcome.ok ? 'delivered' : late ? 'failed' : 'pending',
        attempts,
        Date.now() + (outcome.ok ? 0 : pause),
        outcome.status,
        outcome.error,
        due.id,
      )
  }

  private send(payload: string): Promise<Attempt> {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signature(payload, this.endpoint.secret, Math.floor(Date.now() / 1000)),
    }
    return postWebhook(this.endpoint.url, payload, headers, this.closing.signal)
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        this.closing.signal.removeEventListener('abort', finish)
        resolve()
      }
      const timer = setTimeout(finish, ms)
      this.closing.signal.addEventListener('abort', finish)
    })
  }
}

/** The `Stripe-Signature` header: HMAC-SHA256 over `<unix seconds>.<raw body>` (docs.stripe.com/webhooks/signature). */
function signature(payload: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
