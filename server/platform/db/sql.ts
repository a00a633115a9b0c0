/** The connection pool. Every query in the product goes through a `Sql` made here. */
import postgres from 'postgres'
import { ARRAY_TYPES } from './array-types.ts'

export type Sql = postgres.Sql<Record<string, never>>
/** A part of a statement, put into another. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>
/** A `Sql` bound to one open transaction; call functions that take it inside `sql.begin`. */
export type Tx = postgres.TransactionSql<Record<string, never>>
/** Says whether the session of a token's claims, in JSON, has ended. */
export type EndedSession = (tx: Tx, claims: string) => Fragment

/** Strangers' statements are cancelled after this long: they share few connections, and all of theirs use indexes. */
const STRANGERS_STATEMENT_MS = 2000
const LONGEST_BACKOFF_SECONDS = 0.5

/** Seconds before a failed connection is retried; `retries` are those of the whole pool. */
const backoff = (retries: number): number => Math.min(0.05 * 2 ** (retries - 1), LONGEST_BACKOFF_SECONDS)

/**
 * Opens a pool of `max` connections to `url`. With `role` each logs in as that role with `password`, so that a door that
 * serves strangers never holds the owner's rights, and the time of a statement is limited; such a connection states
 * whether administrators need a second factor (`private.works_as` requires one by default). `lasting` connections are
 * never replaced by the pool itself. `longestLockMs`: how long a statement waits for a row that another transaction
 * holds. `pooled`: a pooler in transaction mode is in between, which keeps no prepared
 * statements. `bigint` columns arrive as numbers: every count and every amount in centavos in
 * this product is far below 2^53.
 */
export function connect(
  url: string,
  options: {
    max?: number
    role?: string
    password?: string
    adminSecondFactor?: 'required' | 'off'
    name?: string
    lasting?: boolean
    longestLockMs?: number
    pooled?: boolean
  } = {},
): Sql {
  return postgres(url, {
    max: options.max ?? 10,
    ...(options.role ? { username: options.role, password: options.password ?? '' } : {}),
    ...(options.lasting ? { max_lifetime: null, idle_timeout: 0 } : {}),
    prepare: !options.pooled,
    backoff,
    onnotice: () => {},
    types: { ...ARRAY_TYPES, bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: {
      application_name: options.name ?? 'tune',
      // A host that is lost says no goodbye: what its sessions hold is free after about ten seconds.
      ...(options.lasting
        ? { tcp_keepalives_idle: 4, tcp_keepalives_interval: 2, tcp_keepalives_count: 3 }
        : {}),
      ...(options.longestLockMs ? { lock_timeout: options.longestLockMs } : {}),
      ...(options.role ? { statement_timeout: STRANGERS_STATEMENT_MS } : {}),
      ...(options.adminSecondFactor ? { 'tune.admin_second_factor': options.adminSecondFactor } : {}),
    },
  }) as unknown as Sql
}
