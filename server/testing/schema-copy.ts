import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { readSchema } from '../platform/db/schema-files.ts'
import { ROOT } from '../platform/root.ts'

/** Copies what `readSchema` reads to the same places below `root`, where a test may change it. */
export async function copySchema(root: string): Promise<void> {
  const { functions, views } = await readSchema(ROOT)
  const routines = [...functions, ...views].map(({ path }) => path)
  for (const path of ['db/migrations', 'db/frozen.json', ...routines])
    await cp(join(ROOT, path), join(root, path), { recursive: true })
}
