/** What of the schema may not change any more, and which version of it this is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Frozen, hashFiles, readSchema } from '#server/platform/db/schema-files.ts'

/**
 * What `db/frozen.json` below `root` has to say. Throws when a frozen migration was edited or removed, or when a new one
 * comes before it.
 */
export async function freeze(root: string): Promise<Frozen> {
  const before = JSON.parse(await readFile(join(root, 'db/frozen.json'), 'utf8')) as Frozen
  const { migrations: files, functions, views } = await readSchema(root)
  for (const [index, [name, checksum]] of Object.entries(before.migrations).entries()) {
    const file = files[index]
    if (file?.name !== name) {
      const what = files.some((one) => one.name === name) ? `${file?.name} comes before it` : 'it is gone'
      throw new Error(
        `The migration ${name} is frozen, and ${what}. A change comes in a new migration, after all others.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `The migration ${name} is frozen, and it was edited. A change comes in a new migration. If this one has not been ` +
          'released, and is on your branch only, delete its line in db/frozen.json and run npm run schema again.',
      )
    }
  }
  const migrations = Object.fromEntries(files.map(({ name, checksum }) => [name, checksum]))
  const routines = hashFiles([...functions, ...views])
  const isSame = routines === before.routines && files.length === Object.keys(before.migrations).length
  return { version: before.version + (isSame ? 0 : 1), routines, migrations }
}
