/** The body of a request: JSON, CSV or a form, as JSON text that Postgres reads and the keys its rows have. */
import type { Context } from 'hono'
import { isStorable } from '../../platform/db/storable.ts'
import { allow, BUDGET } from './budget.ts'
import { RestError } from './errors.ts'
import { parseCsv } from './parse-csv.ts'

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

/** Without its parameters; JSON where the header is missing. */
export function contentTypeOf(c: Context): string {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  return type || 'application/json'
}

/** The text of the body. Throws PGRST102 when it ends early. */
export async function readText(c: Context): Promise<string> {
  try {
    return await c.req.text()
  } catch {
    throw unreadable()
  }
}

/** The rows of a write. Throws PGRST102 for what cannot be read, stored, or is of a type that is not understood. */
export async function readRows(c: Context): Promise<Body> {
  const type = contentTypeOf(c)
  const text = await readText(c)
  if (type === 'text/csv') return bodyOf(JSON.stringify(parseCsv(text)))
  if (type === 'application/x-www-form-urlencoded') {
    return bodyOf(JSON.stringify(Object.fromEntries(new URLSearchParams(text))))
  }
  if (JSON_TYPES.includes(type)) return bodyOf(text)
  throw new RestError('PGRST102', `Content-Type not acceptable: ${type}`)
}

/** What JSON text holds. Throws PGRST102 if it is not JSON, or cannot be stored. */
function bodyOf(json: string): Body {
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
