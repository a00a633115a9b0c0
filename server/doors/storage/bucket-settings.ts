/** What callers may say about a bucket. */
import * as v from 'valibot'
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'

const MIME = /^[a-z0-9!#$&^_.+-]+\/([a-z0-9!#$&^_.+-]+|\*)$/i
const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

const settings = {
  public: v.optional(v.nullable(v.boolean())),
  file_size_limit: v.optional(v.nullable(v.union([v.pipe(v.number(), v.minValue(0)), v.string()]))),
  allowed_mime_types: v.optional(
    v.nullable(v.pipe(v.array(v.string()), v.maxLength(STORAGE_BUDGET.mimeTypes.limit))),
  ),
}

export const newBucket = v.object({
  name: v.string(),
  id: v.optional(v.nullable(v.string())),
  type: v.optional(v.literal('STANDARD')),
  ...settings,
})
export const changedBucket = v.object(settings)

/** Bytes; null: no limit of its own. Throws when it is not a size, or more than the door takes. */
export function readSize(size: number | string | null | undefined, maxBytes: number): number | null {
  if (size === null || size === undefined) return null
  const bytes = typeof size === 'number' ? size : readUnits(size)
  if (bytes > maxBytes) throw new StorageError('EntityTooLarge')
  // Nothing at all is what the original takes for no limit.
  return Math.floor(bytes) || null
}

function readUnits(size: string): number {
  const [, amount, unit = 'b'] = /^(\d{1,15}(?:\.\d{1,6})?)(gb|mb|kb|b)?$/i.exec(size) ?? []
  if (amount === undefined)
    throw new StorageError('InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  return Number(amount) * (UNITS[unit.toLowerCase()] ?? 1)
}

/** Null: any type. Throws InvalidMimeType. */
export function readTypes(types: string[] | null | undefined): string[] | null {
  const given = (types ?? []).filter(Boolean)
  const strange = given.find((type) => !MIME.test(type) || type.length > STORAGE_BUDGET.headerLength.limit)
  if (strange !== undefined)
    throw new StorageError('InvalidMimeType', `mime type ${strange.slice(0, 100)} is not supported`)
  return given.length > 0 ? given : null
}
