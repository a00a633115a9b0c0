/** Where the card emulator keeps Stripe's objects: one table of JSON bodies, newest last, with typed access. */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type Stripe from 'stripe'
import { missing } from './errors.ts'
import type { CardBehaviour } from './test-cards.ts'

export type Objects = {
  payment_method: Stripe.PaymentMethod
  payment_method_domain: Stripe.PaymentMethodDomain
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  token: Stripe.Token
  event: Stripe.Event
}
export type Kind = keyof Objects
export type StoredObject = Objects[Kind]

/** What an object stores but never shows. */
export type Secrets = {
  /** Payment methods and tokens: how the card behaves. */
  behaviour?: CardBehaviour
  /** Payment methods: a charge went through, so without a customer it may not be used again. */
  consumed?: boolean
  /** Payment methods from a wallet: the amount, in centavos, that its owner has agreed to. */
  agreed?: number
  /** Tokens: the payment method they stand for. */
  paymentMethod?: string
  /** Payment intents: the open 3-D Secure source, and whether its owner has passed it. */
  challenge?: { source: string; passed: boolean }
  /** Payment intents: asked to fail rather than to wait for 3-D Secure. */
  errorOnAction?: boolean
}

export const CARDS_SCHEMA = `
  create table if not exists objects (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    created integer not null,
    body text not null,
    secrets text not null default '{}'
  );
  create index if not exists objects_by_kind on objects (kind, seq);
  create table if not exists idempotent_replies (
    key text primary key, fingerprint text not null, status integer not null, body text not null,
    request_id text not null
  );
  create table if not exists deliveries (
    id integer primary key, event_id text not null, payload text not null, created_at integer not null,
    next_at integer not null, attempts integer not null default 0, state text not null default 'pending',
    last_status integer, last_error text
  );
  create index if not exists deliveries_due on deliveries (state, next_at);
  create table if not exists settings (name text primary key, value text not null);
`

export class CardStore {
  readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
  }

  /** Inserts or replaces; the place in lists stays that of the first insert. */
  save(object: StoredObject, secrets?: Secrets): void {
    this.db
      .prepare(
        `insert into objects (id, kind, created, body, secrets) values (?1, ?2, ?3, ?4, coalesce(?5, '{}'))
         on conflict (id) do update set body = ?4, secrets = coalesce(?5, secrets)`,
      )
      .run(
        object.id,
        object.object,
        object.created,
        JSON.stringify(object),
        secrets === undefined ? null : JSON.stringify(secrets),
      )
  }

  find<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    const row = this.db.prepare('select body from objects where id = ? and kind = ?').get(id, kind)
    return row === undefined ? undefined : (JSON.parse(String(row.body)) as Objects[K])
  }

  /** @throws 404 `resource_missing`, naming the parameter the id came in. */
  get<K extends Kind>(kind: K, id: string, param?: string): Objects[K] {
    const found = this.find(kind, id)
    if (found === undefined) throw missing(kind, id, param)
    return found
  }

  secrets(id: string): Secrets {
    const row = this.db.prepare('select secrets from objects where id = ?').get(id)
    return row === undefined ? {} : (JSON.parse(String(row.secrets)) as Secrets)
  }

  /**
   * All objects of a kind, newest first, after the SQL conditions in `where` (over `body`, `created`, `seq`).
   * Callers pass only constant SQL; values go through `values`.
   */
  select<K extends Kind>(kind: K, where: string[], values: (string | number)[], limit = -1): Objects[K][] {
    const conditions = ['kind = ?', ...where].join(' and ')
    const rows = this.db
      .prepare(`select body from objects where ${conditions} order by seq desc limit ?`)
      .all(kind, ...values, limit)
    return rows.map((row) => JSON.parse(String(row.body)) as Objects[K])
  }

  /** Any object by its id, for `expand`. */
  findAny(id: string): StoredObject | undefined {
    const row = this.db.prepare('select body from objects where id = ?').get(id)
    return row === undefined ? undefined : (JSON.parse(String(row.body)) as StoredObject)
  }

  clear(): void {
    this.db.exec(
      'delete from objects; delete from idempotent_replies; delete from deliveries; delete from settings',
    )
  }
}

/** A fresh id in Stripe's shape, such as `pi_3f…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
