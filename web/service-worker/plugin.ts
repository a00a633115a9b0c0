/** Writes /sw.js at the end of a build: the worker, preceded by the list of files it caches. */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'

const SOURCE = join(import.meta.dirname, 'sw.ts')
/** Files without a hash in their names that the first paint needs. */
const NAMED = ['/theme.js', '/icon.svg']

export function serviceWorker(): Plugin {
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, relative(config.root, config.build.outDir))
    },
    async writeBundle() {
      const entries = await readdir(join(folder, 'assets'), { recursive: true, withFileTypes: true })
      const hashed = entries
        .filter((entry) => entry.isFile())
        .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
        .sort()
      const { code } = await transformWithOxc(await readFile(SOURCE, 'utf8'), SOURCE)
      const hash = createHash('sha256').update(code)
      // A hashed name changes with its contents; the page and the named files have to be read.
      for (const name of ['index.html', ...NAMED]) hash.update(await readFile(join(folder, name)))
      for (const name of hashed) hash.update(name)
      const version = JSON.stringify(hash.digest('hex').slice(0, 16))
      const files = JSON.stringify(['/index.html', ...NAMED, ...hashed])
      await writeFile(join(folder, 'sw.js'), `const VERSION = ${version}\nconst FILES = ${files}\n${code}`)
    },
  }
}
