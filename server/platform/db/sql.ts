/** The connection pool. Every query in the product goes through a `Sql` made here. */
import postgres from 'postgres'

export type Sql = postgres.Sql<Record<string, never>>
/** A part of a statement, put into another. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>
/** A `Sql` bound to one open transaction; whatever takes it must be called inside `sql.begin`. */
export type Tx = postgres.TransactionSql<Record<string, never>>

/** A stranger's statement that takes longer is given up (as hosted Supabase does). */
const STRANGERS_STATEMENT_MS = 8000
const LONGEST_BACKOFF_SECONDS = 0.5

/** Seconds before a connection that failed is tried again; `retries` are those of the whole pool. */
const backoff = (retries: number): number => Math.min(0.05 * 2 ** (retries - 1), LONGEST_BACKOFF_SECONDS)

/**
 * Opens a pool of `max` connections to `url`. `role` makes each connection start under that role, so that a
 * door which serves strangers never holds the owner's rights, and bounds how long a statement may take; such a
 * connection says whether administrators need a second factor (`private.is_admin` wants one unless told otherwise).
 * `lasting` connections are never replaced of the pool's own accord. `bigint` columns arrive as numbers: every
 * count and every amount in centavos in this product is far below 2^53.
 */
export function connect(
  url: string,
  options: {
    max?: number
    role?: string
    adminSecondFactor?: 'required' | 'off'
    name?: string
    lasting?: boolean
  } = {},
): Sql {
  return postgres(url, {
    max: options.max ?? 10,
    ...(options.lasting ? { max_lifetime: null, idle_timeout: 0 } : {}),
    backoff,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: {
      application_name: options.name ?? 'tune',
      ...(options.role ? { role: options.role, statement_timeout: STRANGERS_STATEMENT_MS } : {}),
      ...(options.adminSecondFactor ? { 'tune.admin_second_factor': options.adminSecondFactor } : {}),
    },
  }) as unknown as Sql
}
