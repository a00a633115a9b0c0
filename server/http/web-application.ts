/** The built single-page application: files by name, and its shell for every other path. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'

const DIST = join(import.meta.dirname, '../../web/dist')

export function webApplication(): Hono {
  const app = new Hono()
  app.use(compress())
  app.use(
    '/assets/*',
    serveStatic({
      root: relative(process.cwd(), DIST),
      // Their names carry a hash of their contents.
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.use('*', serveStatic({ root: relative(process.cwd(), DIST), index: '' }))
  app.get('*', async (c) => {
    // A missing file must not look like a page; a page's path has no extension.
    if (/\.\w+$/.test(c.req.path)) return c.notFound()
    const shell = await readFile(join(DIST, 'index.html'), 'utf8')
    return c.html(shell, 200, { 'cache-control': 'no-cache' })
  })
  return app
}
