/** Removes bytes that no row names: what a kill, or a store that was away, has left behind. */
import type { Sql } from '../../platform/db/sql.ts'
import type { Files } from '../../platform/files/files.ts'
import type { Logger } from '../../platform/log.ts'
import type { Stored } from './renditions.ts'

/** An upload may be under way: its bytes come before its row. */
const GRACE_MS = 24 * 3600 * 1000
/** How many keys one statement asks about. */
const BATCH = 1000
/** How many more without a row than with one are still believed to be remains. */
const MOST_REMAINS = 100

/** The bytes of an object, or with more dots behind them a rendition or the draft of one. */
const KEY =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\..+)?$/

/**
 * Throws when most of what is there is unknown to the database: then it is another installation's store, or another
 * database. What is not named as we name files is left alone.
 */
export async function sweepFiles(
  { sql, files, log }: { sql: Sql; files: Files; log: Logger },
  now = Date.now(),
): Promise<void> {
  const remains: string[] = []
  let named = 0
  for await (const batch of batches(oldFiles(files, now - GRACE_MS))) {
    const known = await knownOf(sql, batch)
    for (const { key, id, version, isDraft } of batch) {
      if (known.has(`${id}/${version}`) && !isDraft) named++
      else remains.push(key)
    }
  }
  if (remains.length > named + MOST_REMAINS) {
    throw new Error(
      `${remains.length} of the files in ${files.name} have no row, and ${named} have one: none is removed`,
    )
  }
  await files.remove(remains)
  if (remains.length > 0) log.info({ removed: remains.length, named }, 'swept files without a row')
}

type Old = Stored & { key: string; isDraft: boolean }

async function* oldFiles(files: Files, before: number): AsyncIterable<Old> {
  for await (const { key, modified } of files.list()) {
    const [, id, version, rest = ''] = KEY.exec(key) ?? []
    if (id && version && modified.getTime() < before)
      yield { key, id, version, isDraft: rest.endsWith('.draft') }
  }
}

async function* batches(all: AsyncIterable<Old>): AsyncIterable<Old[]> {
  let batch: Old[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Those that a row names, as `id/version`. */
async function knownOf(sql: Sql, objects: Stored[]): Promise<Set<string>> {
  const rows = await sql<{ key: string }[]>`
    select objects.id || '/' || objects.version as key
    from storage.objects
    where objects.id = any (${objects.map(({ id }) => id)}::uuid[])`
  return new Set(rows.map(({ key }) => key))
}
