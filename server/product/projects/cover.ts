/** The bytes of a project's cover, where we store it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathOf } from '../../doors/storage/keys.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** Covers are public files of our own storage, under this prefix. */
export function coverPrefix(env: Pick<Env, 'PUBLIC_URL'>): string {
  return `${env.PUBLIC_URL}/storage/v1/object/public/images/`
}

/** Null for an address elsewhere, an object that is gone, or bytes stored on another machine. */
export async function readCover(
  { sql, env }: { sql: Sql; env: Pick<Env, 'PUBLIC_URL' | 'DATA_DIR'> },
  thumbnail: string,
): Promise<Buffer | null> {
  const prefix = coverPrefix(env)
  if (!thumbnail.startsWith(prefix)) return null
  const [object] = await sql<{ id: string; version: string }[]>`
    select id, version from storage.objects
    where bucket_id = 'images' and name = ${decode(thumbnail.slice(prefix.length))}`
  if (!object) return null
  return readFile(pathOf(join(env.DATA_DIR, 'storage'), object)).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return null
    throw fault
  })
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
