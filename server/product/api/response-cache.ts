/**
 * Caches answers as text for as long as nothing in the database changes. Most people ask for the same: an auction, the list of
 * projects, the public log. Whether a cached text is still valid is asked with one query of a few bytes, for all requests
 * of a moment together.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ok, type Result } from '#domain/result.ts'
import type { Version } from '../../platform/db/version.ts'
import { contentMark } from '../../platform/http/content-mark.ts'

/** JSON; `zipped` is made when first asked for. */
export type CachedText = { text: string; etag: string; zipped: () => Promise<Buffer> }
type CachedAnswer = Result<CachedText>

export type ResponseCache = {
  /** The answer called `name` as of `version`: read, unless it is in the cache. `version` was asked for after the request arrived. */
  get: (version: Version, name: string, read: () => Promise<Result<unknown>>) => Promise<CachedAnswer>
}

type Entry = { version: Version; until: number; answer: Promise<CachedAnswer>; bytes: number }

/** Phases of projects follow the clock, which no write tells. */
const HOLDS_MS = 500
const MOST_BYTES = 16 * 1024 * 1024
/** What an entry takes besides its text. */
const ENTRY_BYTES = 500

export function createResponseCache(): ResponseCache {
  const entries = new Map<string, Entry>()
  let bytes = 0

  function drop(name: string, entry: Entry): void {
    if (entries.get(name) !== entry) return
    entries.delete(name)
    bytes -= entry.bytes
  }

  function store(name: string, entry: Entry): void {
    const before = entries.get(name)
    if (before) drop(name, before)
    entries.set(name, entry)
    bytes += entry.bytes
    for (const [oldest, its] of entries) {
      if (bytes <= MOST_BYTES) return
      drop(oldest, its)
    }
  }

  function get(version: Version, name: string, read: () => Promise<Result<unknown>>): Promise<CachedAnswer> {
    const known = entries.get(name)
    if (known && known.version === version && known.until > performance.now()) return known.answer
    const answer = read().then((result) => (result.ok ? ok(textOf(result.value)) : result))
    const entry = {
      version,
      until: performance.now() + HOLDS_MS,
      answer,
      bytes: ENTRY_BYTES + 2 * name.length,
    }
    store(name, entry)
    answer.then(
      (result) => {
        if (!result.ok || entries.get(name) !== entry) return
        store(name, { ...entry, bytes: entry.bytes + 2 * result.value.text.length })
      },
      () => drop(name, entry),
    )
    return answer
  }

  return { get }
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
