/** The subscriptions, with the key each was made for, and the messages sent to them. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

export const PUSH_SCHEMA = `
  create table if not exists subscriptions (id text primary key, server_key text not null);
  create table if not exists messages (
    id integer primary key, subscription text not null, ttl integer not null, urgency text not null, topic text,
    body blob not null, received_at text not null
  );
`

type Message = { ttl: number; urgency: string; topic: string | null; body: Buffer }

export class Subscriptions {
  private readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
  }

  add(serverKey: string): string {
    const id = randomUUID()
    this.db.prepare('insert into subscriptions (id, server_key) values (?, ?)').run(id, serverKey)
    return id
  }

  find(id: string): { serverKey: string } | undefined {
    const row = this.db.prepare('select server_key from subscriptions where id = ?').get(id)
    return row === undefined ? undefined : { serverKey: String(row.server_key) }
  }

  end(id: string): void {
    this.db.prepare('delete from subscriptions where id = ?').run(id)
  }

  /** Every browser here is switched off, so messages wait, and one of the same topic replaces the former. */
  keep(subscription: string, { ttl, urgency, topic, body }: Message): number {
    if (topic !== null) {
      this.db.prepare('delete from messages where subscription = ? and topic = ?').run(subscription, topic)
    }
    const { lastInsertRowid } = this.db
      .prepare(
        'insert into messages (subscription, ttl, urgency, topic, body, received_at) values (?, ?, ?, ?, ?, ?)',
      )
      .run(subscription, ttl, urgency, topic, body, new Date().toISOString())
    return Number(lastInsertRowid)
  }

  /** Oldest first; bodies in base 64, as encrypted as they came. */
  messages(subscription: string | undefined): Record<string, unknown>[] {
    const rows = this.db
      .prepare('select * from messages where subscription = coalesce(?, subscription) order by id')
      .all(subscription ?? null)
    return rows.map(({ body, received_at: receivedAt, ...row }) => ({
      ...row,
      body: Buffer.from(body as Uint8Array).toString('base64'),
      receivedAt,
    }))
  }

  clear(): void {
    this.db.exec('delete from subscriptions; delete from messages')
  }
}
