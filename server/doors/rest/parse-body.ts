/** The body of a request: JSON text that Postgres reads, and the keys that its rows have. */
import type { Context } from 'hono'
import { isStorable } from '../../platform/db/storable.ts'
import { allow, BUDGET } from './budget.ts'
import { RestError } from './errors.ts'

export type Body = {
  /** JSON as it was sent: numbers beyond the precision of this language stay what they are. */
  json: string
  /** Of its rows; null where they differ. */
  keys: string[] | null
  rows: number
  isArray: boolean
}

const JSON_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json',
]

/** The rows of a write. Throws PGRST102 for what cannot be read or stored. */
export async function readRows(c: Context): Promise<Body> {
  const json = await readJson(c)
  const value = parseJson(json)
  if (!Array.isArray(value)) {
    const isObject = typeof value === 'object' && value !== null
    return isObject
      ? { json, keys: Object.keys(value), rows: 1, isArray: false }
      : { json: '[]', keys: [], rows: 0, isArray: true }
  }
  allow('bodyRows', value.length)
  return { json, keys: sharedKeys(value), rows: value.length, isArray: true }
}

/** The text of the body. Throws PGRST102 when it ends early, or says that it is not JSON. */
export async function readJson(c: Context): Promise<string> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type && !JSON_TYPES.includes(type)) {
    throw new RestError('PGRST102', `Content-Type not acceptable: ${type}`)
  }
  try {
    return await c.req.text()
  } catch {
    throw unreadable()
  }
}

export function parseJson(text: string): unknown {
  allow('bodyMarks', marksIn(text, BUDGET.bodyMarks.limit))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable()
  }
  if (!isStorable(value)) throw new RestError('PGRST102', 'The json holds what cannot be stored')
  return value
}

/** Counts commas and opening brackets, up to one more than `most`. */
function marksIn(text: string, most: number): number {
  let count = 0
  for (const mark of [',', '[', '{']) {
    for (let at = text.indexOf(mark); at >= 0 && count <= most; at = text.indexOf(mark, at + 1)) count++
  }
  return count
}

function unreadable(): RestError {
  return new RestError('PGRST102', 'Empty or invalid json')
}

/** The keys that all rows have; null if they differ. */
function sharedKeys(rows: unknown[]): string[] | null {
  const keys = new Set(keysOf(rows[0]) ?? [])
  const isUniform = rows.every((row) => {
    const own = keysOf(row)
    return own !== null && own.length === keys.size && own.every((key) => keys.has(key))
  })
  return isUniform ? [...keys] : null
}

function keysOf(row: unknown): string[] | null {
  return typeof row === 'object' && row !== null && !Array.isArray(row) ? Object.keys(row) : null
}
