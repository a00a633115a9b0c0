/** Builds the web application when its sources have changed since the last build. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipCompress } from 'node:zlib'
import { buildOnce } from './build-once.ts'
import { ROOT } from './setup.mjs'

const brotli = promisify(brotliCompress)
const gzip = promisify<Buffer, { level: number }, Buffer>(gzipCompress)

export function buildWeb(): Promise<boolean> {
  return buildOnce({
    name: 'web',
    dist: 'web/dist',
    sources: ['web', 'i18n', 'domain'],
    builder: import.meta.filename,
    async build(folder) {
      const { build } = await import('vite')
      // The environment may be a test runner's; the released application is built in one way only.
      process.env.NODE_ENV = 'production'
      await build({
        configFile: join(ROOT, 'web/vite.config.ts'),
        logLevel: 'warn',
        build: { outDir: folder, emptyOutDir: true },
      })
      // The page that plays a video in a frame: by itself, so that the application shares no file with it.
      await build({
        configFile: false,
        root: join(ROOT, 'web/player'),
        base: '/player/',
        logLevel: 'warn',
        build: {
          outDir: join(folder, 'player'),
          emptyOutDir: true,
          target: 'es2022',
          assetsInlineLimit: 0,
          chunkSizeWarningLimit: 600,
        },
      })
      await compressTexts(folder)
    },
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
