/**
 * Caches answers as text for as long as nothing in the database changes. Most people ask for the same: an auction, the list of
 * projects, the public log. Whether a cached text is still valid is asked with one query of a few bytes, for all requests
 * of a moment together.
 */
import { ok, type Result } from '#domain/result.ts'
import type { Version } from '../../platform/db/version.ts'
import { createVersionCache } from '../../platform/db/version-cache.ts'
import { contentMark } from '../../platform/http/content-mark.ts'
import type { Written } from './written.ts'

type CachedAnswer = Result<{ body: Written<unknown>; etag: string }>

export type ResponseCache = {
  /** The answer called `name` as of `version`: read, unless it is in the cache. `version` was asked for after the request arrived. */
  get: (
    version: Version,
    name: string,
    read: () => Promise<Result<Written<unknown>>>,
  ) => Promise<CachedAnswer>
}

const MOST_BYTES = 16 * 1024 * 1024
/** What an entry takes besides its name and text. */
const ENTRY_BYTES = 500

export function createResponseCache(): ResponseCache {
  const cache = createVersionCache<CachedAnswer>({
    most: MOST_BYTES,
    sizeOf: (name, answer) =>
      ENTRY_BYTES + 2 * (name.length + (answer?.ok ? answer.value.body.text.length : 0)),
  })
  return {
    get: (version, name, read) =>
      cache.get(version, name, async () => {
        const written = await read()
        if (!written.ok) return written
        const body = written.value
        // Weak: the zipped and the plain text have other bytes (RFC 9110, 8.8.1).
        return ok({ body, etag: `W/${contentMark(body.text)}` })
      }),
  }
}
