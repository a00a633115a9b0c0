/** Builds into a folder only when the sources have changed since the last time. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ROOT, withLock } from './setup.mjs'

export type Build = {
  name: string
  /** The folder of what is built, and those of its sources, below the project's. */
  dist: string
  sources: readonly string[]
  /** The module that builds: another version of it builds anew. */
  builder: string
  build: (folder: string) => Promise<void>
}

/** Resolves with true when it built. Concurrent starts of one clone build once. */
export async function buildOnce({ name, dist, sources, builder, build }: Build): Promise<boolean> {
  const folder = join(ROOT, dist)
  const stamp = join(folder, '.sources')
  const wanted = await hashSources(builder, sources, folder)
  const built = async () => existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted
  if (await built()) return false
  return withLock(name, async () => {
    if (await built()) return false
    // Built in a temporary folder and moved into place: a running server never sees half a build.
    const draft = `${folder}.next`
    await build(draft)
    await writeFile(join(draft, '.sources'), wanted)
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
    return true
  })
}

async function hashSources(builder: string, sources: readonly string[], dist: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [join(ROOT, 'package-lock.json'), import.meta.filename, builder])
    hash.update(await readFile(file))
  for (const source of sources) {
    const entries = await readdir(join(ROOT, source), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.startsWith(dist + sep) && !path.startsWith(`${dist}.next`))
      .sort()
    for (const path of files) hash.update(path).update(await readFile(path))
  }
  return hash.digest('hex')
}
