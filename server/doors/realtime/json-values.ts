/** Turns Postgres' text form of a value into what its own JSON output would say. */

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])

export function toJson(text: string | null, type: string): unknown {
  if (text === null) return null
  if (NUMBERS.has(type)) return Number.isFinite(Number(text)) ? Number(text) : text
  if (type === 'bool') return text === 't'
  if (type === 'json' || type === 'jsonb') return JSON.parse(text)
  // 2026-11-21 09:00:00.5+00 → 2026-11-21T09:00:00.5+00:00
  if (type === 'timestamptz') return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
  if (type === 'timestamp') return text.replace(' ', 'T')
  return text
}
