/**
 * Delivers messages about received payments to the registered address, with `/pix` behind it: at least once, retried at
 * growing intervals, and unsigned. (Real providers show a certificate, which ends at the proxy before the receiver.) The
 * queue is a table, so a restart continues where the last process stopped.
 */
import { type Attempt, postWebhook } from '../post-webhook.ts'
import type { PixStore } from './store.ts'

const LONGEST_PAUSE_SECONDS = 60
const JSON_TYPE = { 'content-type': 'application/json' }

export type Mode = { paused: boolean; duplicate: boolean }
type Due = { id: number; payload: string; attempts: number; next_at: number }

export class WebhookSender {
  private readonly store: PixStore
  private readonly address: () => string | null
  private readonly closing = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private sending: Promise<void> | undefined

  /** `address`: what is registered at present; without one messages wait. */
  constructor(store: PixStore, address: () => string | null) {
    this.store = store
    this.address = address
    this.wake()
  }

  /** Sends what is due, one message after the other, and sets the timer for the next. */
  wake(): void {
    clearTimeout(this.timer)
    if (this.closing.signal.aborted || this.sending || this.mode().paused) return
    const next = this.store.db
      .prepare(`select * from deliveries where state = 'pending' order by next_at, id limit 1`)
      .get() as Due | undefined
    if (!next) return
    const pause = next.next_at - Date.now()
    if (pause > 0) {
      this.timer = setTimeout(() => this.wake(), pause)
      return
    }
    this.sending = this.deliver(next).finally(() => {
      this.sending = undefined
      this.wake()
    })
  }

  mode(): Mode {
    const row = this.store.db.prepare(`select value from settings where name = 'webhooks'`).get()
    return { paused: false, duplicate: false, ...(row && JSON.parse(String(row.value))) }
  }

  setMode(change: Partial<Mode>): Mode {
    const mode = { ...this.mode(), ...change }
    this.store.db
      .prepare(`insert or replace into settings (name, value) values ('webhooks', ?)`)
      .run(JSON.stringify(mode))
    this.wake()
    return mode
  }

  /** The newest deliveries first. */
  log(): unknown[] {
    return this.store.db
      .prepare(
        'select payload, state, attempts, last_status, last_error from deliveries order by id desc limit 500',
      )
      .all()
  }

  async close(): Promise<void> {
    this.closing.abort()
    clearTimeout(this.timer)
    await this.sending
  }

  private async deliver(due: Due): Promise<void> {
    const outcome = await this.send(due.payload)
    if (outcome.ok && this.mode().duplicate) await this.send(due.payload)
    if (this.closing.signal.aborted) return
    const pause = outcome.ok ? 0 : Math.min(2 ** due.attempts, LONGEST_PAUSE_SECONDS) * 1000
    this.store.db
      .prepare(
        'update deliveries set state = ?, attempts = ?, next_at = ?, last_status = ?, last_error = ? where id = ?',
      )
      .run(
        outcome.ok ? 'delivered' : 'pending',
        due.attempts + 1,
        Date.now() + pause,
        outcome.status,
        outcome.error,
        due.id,
      )
  }

  private async send(payload: string): Promise<Attempt> {
    const address = this.address()
    if (address === null) return { ok: false, status: null, error: 'no address is registered' }
    return postWebhook(`${address}/pix`, payload, JSON_TYPE, this.closing.signal)
  }
}
