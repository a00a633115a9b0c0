/** What a backup says of itself: enough to refuse it before anything is touched, and to prove afterwards that it is all there. */
import { readFile, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import * as v from 'valibot'
import { BackupRefused } from './refused.ts'

/** False for a path that leads out of the folder it is of. */
function isInside(path: string): boolean {
  return !isAbsolute(path) && !path.split(/[\\/]/).includes('..')
}

const schema = v.object({
  format: v.literal(1),
  /** ISO 8601: the one instant that every table is of. */
  at: v.string(),
  /** By name, in order; a backup is restored only where the same ones have run. */
  migrations: v.array(v.object({ name: v.string(), checksum: v.string() })),
  /** `sha256` of the rows as they were read, before compression. */
  tables: v.array(v.object({ name: v.string(), rows: v.number(), sha256: v.string() })),
  /** The last number each sequence gave; null for one that has given none. */
  sequences: v.array(v.object({ name: v.string(), last: v.nullable(v.number()) })),
  /** Stored files (covers, photos), by their path below the data folder. */
  files: v.array(v.object({ path: v.pipe(v.string(), v.check(isInside)), sha256: v.string() })),
})
export type Manifest = v.InferOutput<typeof schema>

const NAME = 'manifest.json'

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Throws when there is none, or when it is of a format that is not ours. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new BackupRefused(`There is no backup in ${folder}.`)
  })
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (!manifest.success) throw new BackupRefused(`The backup in ${folder} is of another format, or damaged.`)
  return manifest.output
}
