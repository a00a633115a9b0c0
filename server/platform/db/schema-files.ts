/**
 * The schema as the repository defines it: tables by numbered migrations in `db/migrations`, functions and views in their
 * current form, each beside the code that calls it: `server/{…}/sql/{subject}.sql`, and `{subject}.view.sql`.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = {
  name: string
  text: string
  checksum: string
  /** A statement that Postgres does not run in a transaction, or that would hold its locks for too long in one. */
  isAlone: boolean
}
export type SchemaFile = { path: string; text: string }
/** The contents of `db/frozen.json`; written by `npm run schema`. */
export type Frozen = {
  /** Increases with every change of the schema: it tells which of two versions is newer. */
  version: number
  /** Of all functions and views. */
  routines: string
  /** By name: a released migration is never edited. */
  migrations: Record<string, string>
}
export type Schema = {
  version: number
  /** Of everything here: a database with this checksum is up to date. */
  checksum: string
  migrations: Migration[]
  functions: SchemaFile[]
  views: SchemaFile[]
}

const ALONE = /^-- outside a transaction\b/
const VIEW = /\.view\.sql$/

/** The schema of the checkout, or of the release, at `root`. */
export async function readSchema(root: string): Promise<Schema> {
  const [files, routines, frozen] = await Promise.all([
    readSql(join(root, 'db/migrations')),
    readRoutines(root),
    readFile(join(root, 'db/frozen.json'), 'utf8').then((text) => JSON.parse(text) as Frozen),
  ])
  const views = routines.filter(({ path }) => VIEW.test(path))
  const functions = routines.filter(({ path }) => !VIEW.test(path))
  const migrations = files.map(({ path, text }) => ({
    name: path,
    text,
    checksum: hash(text),
    isAlone: ALONE.test(text),
  }))
  const checksum = hash(
    [...migrations.map(({ name, checksum }) => name + checksum), hashFiles([...functions, ...views])].join(
      '\n',
    ),
  )
  return { version: frozen.version, checksum, migrations, functions, views }
}

/** The checksum of files by their paths and texts. */
export function hashFiles(files: readonly SchemaFile[]): string {
  return hash(files.map(({ path, text }) => `${path}\n${text}`).join('\n'))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** By path, as it is below `root`. */
async function readRoutines(root: string): Promise<SchemaFile[]> {
  const files = await readSql(join(root, 'server'))
  return files.map(({ path, text }) => ({ path: `server/${path}`, text }))
}

/** Every SQL file below a folder, by path. */
async function readSql(folder: string): Promise<SchemaFile[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.sql')).sort()
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })))
}
