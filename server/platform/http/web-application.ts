/** The built single-page application: files by name, and its shell for every other path. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'

const DIST = join(import.meta.dirname, '../../../web/dist')

/** Answers the page in which the application starts. */
export type Shell = () => Promise<string>

/** The page as it was built, with the settings in it for which the application would otherwise have to wait. */
export function shellWith(settings: object, readBuilt: Shell = readIndex): Shell {
  // An end tag in a name would end the element.
  const written = JSON.stringify(settings).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="settings">${written}</script>`
  return async () => (await readBuilt()).replace('</head>', () => `${element}</head>`)
}

function readIndex(): Promise<string> {
  return readFile(join(DIST, 'index.html'), 'utf8')
}

export function webApplication(shell: Shell): Hono {
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
    return c.html(await shell(), 200, { 'cache-control': 'no-cache' })
  })
  return app
}
