import type { Range } from './files.ts'

/**
 * The one range that a `Range` header asks for, both ends included; null for none, several or another unit, which may be
 * ignored (RFC 9110, 14.2); `outside` where it lies outside of `size` bytes.
 */
export function rangeOf(header: string | undefined, size: number): Range | null | 'outside' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'outside' : { start, end }
}
