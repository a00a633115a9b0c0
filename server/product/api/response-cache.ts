/**
 * Caches answers as text for as long as nothing in the database changes. Most people ask for the same: an auction, the list of
 * projects, the public log. Whether a cached text is still valid is asked with one query of a few bytes, for all requests
 * of a moment together.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ok, type Result } from '#domain/result.ts'
import type { Version } from '../../platform/db/version.ts'
import { createVersionCache } from '../../platform/db/version-cache.ts'
import { contentMark } from '../../platform/http/content-mark.ts'

/** JSON; `zipped` is made when first asked for. */
export type CachedText = { text: string; etag: string; zipped: () => Promise<Buffer> }
type CachedAnswer = Result<CachedText>

export type ResponseCache = {
  /** The answer called `name` as of `version`: read, unless it is in the cache. `version` was asked for after the request arrived. */
  get: (version: Version, name: string, read: () => Promise<Result<unknown>>) => Promise<CachedAnswer>
}

const MOST_BYTES = 16 * 1024 * 1024
/** What an entry takes besides its name and text. */
const ENTRY_BYTES = 500

export function createResponseCache(): ResponseCache {
  const cache = createVersionCache<CachedAnswer>({
    most: MOST_BYTES,
    sizeOf: (name, answer) => ENTRY_BYTES + 2 * (name.length + (answer?.ok ? answer.value.text.length : 0)),
  })
  return {
    get: (version, name, read) =>
      cache.get(version, name, async () => {
        const result = await read()
        return result.ok ? ok(textOf(result.value)) : result
      }),
  }
}

function textOf(value: unknown): CachedText {
  const text = JSON.stringify(value)
  let zipped: Promise<Buffer> | null = null
  return {
    text,
    // Weak: the zipped and the plain text have other bytes (RFC 9110, 8.8.1).
    etag: `W/${contentMark(text)}`,
    zipped: () => (zipped ??= zip(text)),
  }
}

const zip: (text: string) => Promise<Buffer> = promisify(gzip)
