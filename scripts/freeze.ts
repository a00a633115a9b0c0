/** What of the schema may not change any more, and which version of it this is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Frozen, hashFiles, readSchema } from '#server/platform/db/schema-files.ts'

/**
 * What `frozen.json` of that folder has to say. Throws when a migration that stands was edited, removed, or got one in
 * front of it.
 */
export async function freeze(folder: string): Promise<Frozen> {
  const before = JSON.parse(await readFile(join(folder, 'frozen.json'), 'utf8')) as Frozen
  const { migrations: files, functions, views } = await readSchema(folder)
  for (const [index, [name, checksum]] of Object.entries(before.migrations).entries()) {
    const file = files[index]
    if (file?.name !== name) {
      const what = files.some((one) => one.name === name) ? `${file?.name} comes before it` : 'it is gone'
      throw new Error(`The migration ${name} stands: ${what}. A change comes in a new one, after all others.`)
    }
    if (file.checksum !== checksum) {
      throw new Error(`The migration ${name} stands: it was edited. A change comes in a new one.`)
    }
  }
  const migrations = Object.fromEntries(files.map(({ name, checksum }) => [name, checksum]))
  const routines = hashFiles([...functions, ...views])
  const isSame = routines === before.routines && files.length === Object.keys(before.migrations).length
  return { version: before.version + (isSame ? 0 : 1), routines, migrations }
}
