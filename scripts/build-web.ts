/** Builds the web application when its sources have changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipCompress } from 'node:zlib'
import { build } from 'vite'
import { withLock } from './setup.mjs'

const brotli = promisify(brotliCompress)
const gzip = promisify<Buffer, { level: number }, Buffer>(gzipCompress)

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'web/dist')
const STAMP = join(DIST, '.sources')

/** Resolves with true when it built. Concurrent starts of one clone build once. */
export async function buildWeb(): Promise<boolean> {
  const wanted = await hashSources()
  const built = async () => existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === wanted
  if (await built()) return false
  return withLock('web', async () => {
    if (await built()) return false
    // Built in a temporary folder and moved into place: a running server never sees half a build.
    const draft = join(ROOT, 'web/dist.next')
    // The environment may be a test runner's; the released application is built in one way only.
    process.env.NODE_ENV = 'production'
    await build({
      configFile: join(ROOT, 'web/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: draft, emptyOutDir: true },
    })
    await compressTexts(draft)
    await writeFile(join(draft, '.sources'), wanted)
    await rm(DIST, { recursive: true, force: true })
    await rename(draft, DIST)
    return true
  })
}

/** Compressed once, as small as possible, instead of a little at every request. */
async function compressTexts(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg|json|html)$/.test(entry.name))
  await Promise.all(
    texts.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      await writeFile(`${path}.br`, await brotli(bytes))
      await writeFile(`${path}.gz`, await gzip(bytes, { level: 9 }))
    }),
  )
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [join(ROOT, 'package-lock.json'), import.meta.filename])
    hash.update(await readFile(file))
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
