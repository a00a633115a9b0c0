/**
 * Writes /sw.js at the end of a build: the worker, preceded by the list of files it caches. These are the fans' files:
 * a phone does not fetch the back office.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

const SOURCE = join(import.meta.dirname, 'sw.ts')
/** Files without a hash in their names that the first paint needs. */
const NAMED = ['/theme.js', '/icon.svg']
/** Loaded for the back office alone, with all that only it loads. */
const BACK_OFFICE = /\/app\/admin-router\.tsx$/
const BACK_OFFICE_TEXTS = /\bback-office-[\w-]+\.json$/

export function serviceWorker(): Plugin {
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, relative(config.root, config.build.outDir))
    },
    async writeBundle(_options, bundle) {
      const hashed = fansFiles(bundle)
        .map((name) => `/${name}`)
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

/** The files of a build, without the code and the texts that only the back office loads. */
function fansFiles(bundle: Rolldown.OutputBundle): string[] {
  const loaded = new Set<string>()
  const waiting = Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && file.isEntry ? file.fileName : [],
  )
  for (const name of waiting) {
    const file = bundle[name]
    if (loaded.has(name) || file?.type !== 'chunk' || BACK_OFFICE.test(file.facadeModuleId ?? '')) continue
    loaded.add(name)
    waiting.push(...file.imports, ...file.dynamicImports)
  }
  return Object.values(bundle).flatMap(({ type, fileName }) => {
    const isFans = type === 'chunk' ? loaded.has(fileName) : !BACK_OFFICE_TEXTS.test(fileName)
    return fileName.startsWith('assets/') && isFans ? fileName : []
  })
}
