/**
 * Arrays as Postgres writes them, for every element type in use. The driver asks the catalog for them once for each
 * connection; a process whose questions were all refused during a failover went on taking arrays for text, and the
 * chain's records stood still until it ended. Numbers from PostgreSQL's pg_type.dat; they never change.
 */
import type { PostgresType } from 'postgres'
import { parse } from 'postgres-array'

type Element = { array: number; read: (text: string) => unknown; write?: (value: never) => string }

const text = (value: string) => value
const toJson = (value: unknown) => JSON.stringify(value)
const toInstant = (value: Date | string) => new Date(value).toISOString()

const ELEMENTS: Record<string, Element> = {
  boolean: { array: 1000, read: (value) => value === 't' },
  bytea: {
    array: 1001,
    read: (value) => Buffer.from(value.slice(2), 'hex'),
    write: (value: Uint8Array) => `\\x${Buffer.from(value).toString('hex')}`,
  },
  char: { array: 1002, read: text },
  name: { array: 1003, read: text },
  int2: { array: 1005, read: Number },
  int4: { array: 1007, read: Number },
  text: { array: 1009, read: text },
  // As for a single one: every count and every amount in centavos is far below 2^53.
  int8: { array: 1016, read: Number },
  float8: { array: 1022, read: Number },
  oid: { array: 1028, read: Number },
  timestamptz: { array: 1185, read: (value) => new Date(value), write: toInstant },
  numeric: { array: 1231, read: text },
  json: { array: 199, read: (value) => JSON.parse(value), write: toJson },
  uuid: { array: 2951, read: text },
  jsonb: { array: 3807, read: (value) => JSON.parse(value), write: toJson },
}

/** For the driver's `types`. */
export const ARRAY_TYPES: Record<string, PostgresType> = Object.fromEntries(
  Object.entries(ELEMENTS).map(([name, { array, read, write = String }]) => [
    `${name}[]`,
    {
      to: array,
      from: [array],
      parse: (value: string) => parse(value, read),
      // What is text already is the caller's own notation.
      serialize: (value: unknown) => (Array.isArray(value) ? writeArray(value, write as never) : value),
    },
  ]),
)

function writeArray(values: unknown[], write: (value: unknown) => string): string {
  const entry = (value: unknown): string => {
    if (value === null) return 'null'
    if (Array.isArray(value)) return writeArray(value, write)
    return `"${write(value).replace(/[\\"]/g, '\\$&')}"`
  }
  return `{${values.map(entry).join(',')}}`
}
