/**
 * The description of a backup: enough to refuse it before anything is touched, and to prove afterwards that it is
 * complete.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import * as v from 'valibot'
import { BackupRefused } from './refused.ts'

/** False for a path that leads out of its folder. */
function isInside(path: string): boolean {
  return !isAbsolute(path) && !path.split(/[\\/]/).includes('..')
}

const schema = v.object({
  format: v.literal(1),
  /** ISO 8601: the instant of which all tables are. */
  at: v.string(),
  /** By name, in order; a backup is only restored where the same migrations have run. */
  migrations: v.array(v.object({ name: v.string(), checksum: v.string() })),
  /** `sha256` of the rows as they were read, before compression. */
  tables: v.array(v.object({ name: v.string(), rows: v.number(), sha256: v.string() })),
  /** The last number each sequence issued; null for one that has issued none. */
  sequences: v.array(v.object({ name: v.string(), last: v.nullable(v.number()) })),
  /** Stored files (covers, photos), by their path below the data folder. */
  files: v.array(v.object({ path: v.pipe(v.string(), v.check(isInside)), sha256: v.string() })),
})
export type Manifest = v.InferOutput<typeof schema>

const NAME = 'manifest.json'

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Throws when there is none, or when its format is not ours. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new BackupRefused(`There is no backup in ${folder}.`)
  })
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (!manifest.success) throw new BackupRefused(`The backup in ${folder} is of another format, or damaged.`)
  return manifest.output
}
