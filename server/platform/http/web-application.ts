/** The built single-page application: files by name, and its page for every other path. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { ROOT } from '../root.ts'

const DIST = join(ROOT, 'web/dist')

/** Answers with the page that starts the application. */
export type Shell = () => Promise<string>

/** That page as it was built. */
export const readShell: Shell = () => readFile(join(DIST, 'index.html'), 'utf8')

/** The page that plays a video, as it was built. */
export const readPlayer: Shell = () => readFile(join(DIST, 'player/index.html'), 'utf8')

export function webApplication(shell: Shell): Hono {
  const app = new Hono()
  const files = serveStatic({
    root: relative(process.cwd(), DIST),
    // The build has placed a .br and a .gz beside each text file.
    precompressed: true,
    onFound: (path, c) => {
      // Names in this folder carry a hash of their contents; other files may change under the same name.
      const hashed = path.includes('/assets/')
      c.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.use(compress())
  app.get('*', async (c, next) => {
    // A page's path has no extension; a missing file must not look like a page.
    if (/\.\w+$/.test(c.req.path)) return files(c, next)
    return c.html(await shell(), 200, { 'cache-control': 'no-cache' })
  })
  return app
}
