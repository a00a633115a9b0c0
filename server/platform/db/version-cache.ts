/** What was read of the database, for as long as nothing in it changes. */
import type { Version } from './version.ts'

export type VersionCache<Value> = {
  /** The value called `name` as of `version`: read, unless it is in the cache. `version` was asked for after the request arrived. */
  get: (version: Version, name: string, read: () => Promise<Value>) => Promise<Value>
}

type Entry<Value> = { version: Version; until: number; value: Promise<Value>; size: number }

/** Phases of projects follow the clock, which no write tells. */
const HOLDS_MS = 500

/** The sizes add up to no more than `most`; the oldest goes first. `value` is null while it is being read. */
export function createVersionCache<Value>({
  most,
  sizeOf,
}: {
  most: number
  sizeOf: (name: string, value: Value | null) => number
}): VersionCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  let size = 0

  function drop(name: string, entry: Entry<Value>): void {
    if (entries.get(name) !== entry) return
    entries.delete(name)
    size -= entry.size
  }

  function store(name: string, entry: Entry<Value>): void {
    const before = entries.get(name)
    if (before) drop(name, before)
    entries.set(name, entry)
    size += entry.size
    for (const [oldest, its] of entries) {
      if (size <= most) return
      drop(oldest, its)
    }
  }

  return {
    get(version, name, read) {
      const known = entries.get(name)
      if (known && known.version === version && known.until > performance.now()) return known.value
      const value = read()
      const entry = { version, until: performance.now() + HOLDS_MS, value, size: sizeOf(name, null) }
      store(name, entry)
      value.then(
        (known) => {
          if (entries.get(name) === entry) store(name, { ...entry, size: sizeOf(name, known) })
        },
        () => drop(name, entry),
      )
      return value
    },
  }
}
