/** The connection pool. Every query in the product goes through a `Sql` made here. */
import postgres from 'postgres'

export type Sql = postgres.Sql<Record<string, never>>
/** A `Sql` bound to one open transaction; whatever takes it must be called inside `sql.begin`. */
export type Tx = postgres.TransactionSql<Record<string, never>>

/**
 * Opens a pool of `max` connections to `url`. `role` makes each connection start under that role, so that a
 * door which serves strangers never holds the owner's rights. `bigint` columns arrive as numbers: every
 * count and every amount in centavos in this product is far below 2^53.
 */
export function connect(url: string, options: { max?: number; role?: string; name?: string } = {}): Sql {
  return postgres(url, {
    max: options.max ?? 10,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: {
      application_name: options.name ?? 'tune',
      ...(options.role ? { role: options.role } : {}),
    },
  }) as unknown as Sql
}
