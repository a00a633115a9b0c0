/**
 * Pages with content before any script runs: the sign-in page, a project's page, and the lists for search engines.
 */

import { Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import type { Language } from '#i18n/language.ts'
import type { ServerContext } from '../../context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { socialProviders } from '../../platform/http/config.ts'
import { inLanguage, missingHead, PREVIEW, projectHead, withHead } from '../../platform/http/head.ts'
import { languageOf } from '../../platform/http/language.ts'
import { type DoorCover, signInShell } from '../../platform/http/sign-in.ts'
import type { Shell } from '../../platform/http/web-application.ts'
import { uuid } from '../api/call.ts'
import { openingFile } from './opening-file.ts'
import { createPreviews, previewVersion } from './preview.ts'
import { findPublicProject, listOpenProjects } from './projects.ts'

/** The most entries one sitemap may have (sitemaps.org). */
const SITEMAP_LIMIT = 50_000
/**
 * What a crawler needs to see a project's page and an artist's as people do, and the platform's own address, where a stranger finds
 * the sign-in form; everything else requires a session.
 */
const OPEN_PATHS = [
  ...['/$', '/dashboard$', '/p/', '/a/', '/assets/', '/legal/', '/config.json', '/icon.svg', '/theme.js'],
  ...['/api/v1/projects/', '/api/v1/artist-pages/', '/storage/v1/object/public/'],
]

export function projectPages(
  ctx: Pick<ServerContext, 'sql' | 'recent' | 'env' | 'files'>,
  shell: Shell,
  doorCover: () => Promise<DoorCover | null>,
  artistSlugs: (sql: Sql, limit: number) => Promise<string[]>,
): Hono {
  const { sql, recent, env } = ctx
  const platform = { url: env.PUBLIC_URL, product: env.PRODUCT_NAME }
  const previewOf = createPreviews(ctx)
  // What was published a moment ago may not be in the replica yet.
  const find = async (uid: string) =>
    v.is(uuid, uid)
      ? ((await recent((one) => findPublicProject(one, uid))) ?? findPublicProject(sql, uid))
      : null
  const app = new Hono()

  app.on('GET', ['/', '/admin'], async (c) => {
    const language = languageOf(c)
    c.header('vary', 'accept-language, cookie')
    c.header('cache-control', 'no-cache')
    const inside = await signInShell(language, platform.product, socialProviders(env), await doorCover())
    return c.html(withInside(await shell(), inside, language))
  })
  app.get('/p/:uid', async (c) => {
    const project = await find(c.req.param('uid'))
    const language = languageOf(c)
    c.header('vary', 'accept-language')
    c.header('cache-control', 'no-cache')
    if (!project)
      return c.html(withHead(await shell(), await missingHead(language, platform.product), language), 404)
    const preview = `${platform.url}/p/${project.uid}/preview.jpg?v=${previewVersion(project)}`
    const head = await projectHead(project, preview, language, platform)
    return c.html(withHead(await shell(), head, language), project.phase === 'closed' ? 410 : 200)
  })
  app.get('/p/:uid/preview.jpg', async (c) => {
    const project = await find(c.req.param('uid'))
    if (!project) return c.notFound()
    return c.body(new Uint8Array(await previewOf(project)), 200, {
      'content-type': PREVIEW.type,
      'cache-control': 'public, max-age=86400',
    })
  })
  app.get('/p/:uid/opening.ics', async (c) => {
    const project = await find(c.req.param('uid'))
    const language = languageOf(c)
    const file = project && openingFile(project, language, platform, Date.now())
    if (!file) return c.notFound()
    return c.body(file, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="tune.ics"',
      'cache-control': 'no-cache',
      vary: 'accept-language, cookie',
    })
  })
  addLists(app, recent, platform, artistSlugs)
  return app
}

/** The lists for search engines. */
function addLists(
  app: Hono,
  recent: ServerContext['recent'],
  platform: { url: string },
  artistSlugs: (sql: Sql, limit: number) => Promise<string[]>,
): void {
  app.get('/robots.txt', (c) =>
    c.text(
      ['User-agent: *', ...OPEN_PATHS.map((path) => `Allow: ${path}`), 'Disallow: /', ''].join('\n') +
        `Sitemap: ${platform.url}/sitemap.xml\n`,
    ),
  )
  app.get('/sitemap.xml', async (c) => {
    const projects = await recent((one) => listOpenProjects(one, SITEMAP_LIMIT))
    const slugs = await recent((one) => artistSlugs(one, SITEMAP_LIMIT - projects.length))
    const artists = slugs.map(
      (slug) => html`<url><loc>${platform.url}/a/${slug}</loc></url>
`,
    )
    const entries = projects.map(
      ({
        uid,
        createdAt,
      }) => html`<url><loc>${platform.url}/p/${uid}</loc><lastmod>${createdAt.toISOString()}</lastmod></url>
`,
    )
    const body = await html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}${artists}</urlset>
`
    return c.body(String(body), 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
  })
}

/** The application's page with the content shown until the application replaces it. */
function withInside(shell: string, inside: string, language: Language): string {
  return inLanguage(shell, language).replace('<div id="root"></div>', () => `<div id="root">${inside}</div>`)
}
