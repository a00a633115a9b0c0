/** The bytes of a project's public files, its cover and its clip, where we store them. */
import { clipSeconds } from '#domain/mp3.ts'
import { PUBLIC_FILES, storedFile } from '#domain/stored-file.ts'
import { keyOf } from '../../doors/storage/keys.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Files } from '../../platform/files/files.ts'

/** Covers are public files of our own storage, under this prefix. */
export function coverPrefix(env: Pick<Env, 'PUBLIC_URL'>): string {
  return `${env.PUBLIC_URL}${PUBLIC_FILES}images/`
}

/** Clips have a bucket of their own, which takes nothing but small MP3 files. */
function clipPrefix(env: Pick<Env, 'PUBLIC_URL'>): string {
  return `${env.PUBLIC_URL}${PUBLIC_FILES}clips/`
}

type Stores = { sql: Sql; files: Files }

/**
 * A cover that is kept, on whichever host it was stored. Null for an address elsewhere, an object that is gone, or bytes that are; with `owner`,
 * also for anybody else's.
 */
export function readCover(stores: Stores, thumbnail: string, owner?: string): Promise<Buffer | null> {
  return readPublic(stores, 'images', thumbnail, owner)
}

/**
 * A clip as it is kept with its project. Null for whatever is no clip of ours: an address elsewhere, or bytes that are
 * no MP3 or play for longer than thirty seconds. With `owner`, nothing that anybody else has uploaded counts.
 */
export async function measureClip(
  stores: Stores & { env: Pick<Env, 'PUBLIC_URL'> },
  clip: string,
  owner?: string,
): Promise<MeasuredClip | null> {
  if (!clip.startsWith(clipPrefix(stores.env))) return null
  const bytes = await readPublic(stores, 'clips', clip, owner)
  const seconds = bytes && clipSeconds(bytes)
  return seconds === null ? null : { clip, clipSeconds: Math.round(seconds) }
}
export type MeasuredClip = { clip: string | null; clipSeconds: number | null }

async function readPublic(
  { sql, files }: Stores,
  bucket: 'images' | 'clips',
  address: string,
  owner?: string,
): Promise<Buffer | null> {
  const file = storedFile(address)
  const inBucket = `${bucket}/`
  if (!file?.startsWith(inBucket)) return null
  const [object] = await sql<{ id: string; version: string }[]>`
    select id, version from storage.objects
    where bucket_id = ${bucket} and name = ${decode(file.slice(inBucket.length))}
      and ${owner === undefined ? sql`true` : sql`owner = ${owner}`}`
  if (!object) return null
  return files.read(keyOf(object))
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
