/** Builds the web application when its sources have changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { withLock } from './setup.mjs'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'web/dist')
const STAMP = join(DIST, '.sources')

/** Resolves with true when it built. Two starts of one clone build once. */
export async function buildWeb(): Promise<boolean> {
  const wanted = await hashSources()
  const built = async () => existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === wanted
  if (await built()) return false
  return withLock('web', async () => {
    if (await built()) return false
    // Built aside and moved into place: a server that runs meanwhile never sees half a build.
    const draft = join(ROOT, 'web/dist.next')
    await build({
      configFile: join(ROOT, 'web/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: draft, emptyOutDir: true },
    })
    await writeFile(join(draft, '.sources'), wanted)
    await rm(DIST, { recursive: true, force: true })
    await rename(draft, DIST)
    return true
  })
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  hash.update(await readFile(join(ROOT, 'package-lock.json')))
  for (const folder of ['web', 'i18n', 'domain']) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.startsWith(join(ROOT, 'web/dist')))
      .sort()
    for (const path of files) hash.update(path).update(await readFile(path))
  }
  return hash.digest('hex')
}

if (import.meta.main) await buildWeb()
