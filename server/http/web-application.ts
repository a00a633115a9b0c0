/** The built single-page application: files by name, and its shell for every other path. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'

const DIST = join(import.meta.dirname, '../../web/dist')

/** The page in which the application starts, as it was built. */
export function readShell(): Promise<string> {
  return readFile(join(DIST, 'index.html'), 'utf8')
}

export function webApplication(): Hono {
  const app = new Hono()
  const files = serveStatic({
    root: relative(process.cwd(), DIST),
    // The build has left a .br and a .gz beside each text.
    precompressed: true,
    onFound: (path, c) => {
      // Names in this folder carry a hash of their contents; the others may change under the same name.
      const hashed = path.includes('/assets/')
      c.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.use(compress())
  app.get('*', async (c, next) => {
    // A page's path has no extension; a file that is missing must not look like a page.
    if (/\.\w+$/.test(c.req.path)) return files(c, next)
    return c.html(await readShell(), 200, { 'cache-control': 'no-cache' })
  })
  return app
}
