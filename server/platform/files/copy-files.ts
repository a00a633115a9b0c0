/** From one store into another, while both may be in use: for moving house. */
import type { Files, ListedFile } from './files.ts'

/** Files on their way at once: each is in memory meanwhile. */
const AT_ONCE = 8

export type Copied = { copied: number; there: number; bytes: number }
export type Compared = { same: number; missing: string[]; different: string[] }

/**
 * Copies what `to` lacks, or has in another size; so it may be interrupted and repeated. `tell` hears how far it is after
 * each file. Throws FilesUnavailable.
 */
export async function copyFiles(from: Files, to: Files, tell: (so: Copied) => void): Promise<Copied> {
  const there = new Map<string, number>()
  for await (const { key, size } of to.list()) there.set(key, size)
  const result: Copied = { copied: 0, there: 0, bytes: 0 }
  await forEach(from, async ({ key, size }) => {
    if (there.get(key) === size) {
      result.there++
    } else {
      const bytes = await from.read(key)
      // Removed since it was listed.
      if (!bytes) return
      await to.put(key, bytes)
      result.copied++
      result.bytes += bytes.length
    }
    tell(result)
  })
  return result
}

/** Reads every file of `from` in both stores, and compares the bytes. Throws FilesUnavailable. */
export async function compareFiles(from: Files, to: Files, tell: (so: Compared) => void): Promise<Compared> {
  const result: Compared = { same: 0, missing: [], different: [] }
  await forEach(from, async ({ key }) => {
    const [bytes, other] = await Promise.all([from.read(key), to.read(key)])
    if (!bytes) return
    if (!other) result.missing.push(key)
    else if (!bytes.equals(other)) result.different.push(key)
    else result.same++
    tell(result)
  })
  return result
}

/** Several at once. The first fault ends all of it, after what is under way. */
async function forEach(files: Files, work: (file: ListedFile) => Promise<void>): Promise<void> {
  const all = files.list()[Symbol.asyncIterator]()
  let failed = false
  const worker = async () => {
    while (!failed) {
      const { done, value } = await all.next()
      if (done) return
      // Half of a file that somebody is writing.
      if (value.key.endsWith('.draft')) continue
      await work(value).catch((fault: unknown) => {
        failed = true
        throw fault
      })
    }
  }
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  const fault = results.find((result) => result.status === 'rejected')
  if (fault) throw fault.reason
}
