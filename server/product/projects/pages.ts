/**
 * Pages with content before any script runs: the sign-in page, a project's page, and the lists for search engines.
 */

import { Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { type Language, languageTag } from '#i18n/language.ts'
import type { ServerContext } from '../../context.ts'
import { socialProviders } from '../../platform/http/config.ts'
import { missingHead, PREVIEW, projectHead } from '../../platform/http/head.ts'
import { languageOf } from '../../platform/http/language.ts'
import { signInShell } from '../../platform/http/sign-in.ts'
import type { Shell } from '../../platform/http/web-application.ts'
import { uuid } from '../api/call.ts'
import { createPreviews, previewVersion } from './preview.ts'
import { findPublicProject, listOpenProjects } from './projects.ts'

/** The most entries one sitemap may have (sitemaps.org). */
const SITEMAP_LIMIT = 50_000
/**
 * What a crawler needs to see a project's page as people do, and the platform's own address, where a stranger finds
 * the sign-in form; everything else requires a session.
 */
const OPEN_PATHS = [
  ...['/$', '/dashboard$', '/p/', '/assets/', '/legal/', '/config.json', '/icon.svg', '/theme.js'],
  ...['/api/v1/projects/', '/storage/v1/object/public/'],
]

export function projectPages(ctx: Pick<ServerContext, 'sql' | 'env'>, shell: Shell): Hono {
  const { sql, env } = ctx
  const platform = { url: env.PUBLIC_URL, product: env.PRODUCT_NAME }
  const previewOf = createPreviews(ctx)
  const find = async (uid: string) => (v.is(uuid, uid) ? findPublicProject(sql, uid) : null)
  const app = new Hono()

  app.on('GET', ['/', '/admin'], async (c) => {
    const language = languageOf(c)
    c.header('vary', 'accept-language, cookie')
    c.header('cache-control', 'no-cache')
    const inside = await signInShell(language, platform.product, socialProviders(env))
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
  app.get('/robots.txt', (c) =>
    c.text(
      ['User-agent: *', ...OPEN_PATHS.map((path) => `Allow: ${path}`), 'Disallow: /', ''].join('\n') +
        `Sitemap: ${platform.url}/sitemap.xml\n`,
    ),
  )
  app.get('/sitemap.xml', async (c) => {
    const projects = await listOpenProjects(sql, SITEMAP_LIMIT)
    const entries = projects.map(
      ({
        uid,
        createdAt,
      }) => html`<url><loc>${platform.url}/p/${uid}</loc><lastmod>${createdAt.toISOString()}</lastmod></url>
`,
    )
    const body = await html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}</urlset>
`
    return c.body(String(body), 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
  })
  return app
}

/** The application's page with the content shown until the application replaces it. */
function withInside(shell: string, inside: string, language: Language): string {
  return inLanguage(shell, language).replace('<div id="root"></div>', () => `<div id="root">${inside}</div>`)
}

function inLanguage(shell: string, language: Language): string {
  return shell.replace(/<html lang="[^"]*"/, `<html lang="${languageTag(language)}"`)
}

/** The application's page with a head of its own, inserted by a function because `$&` in a name must stay text. */
function withHead(shell: string, head: string, language: Language): string {
  return inLanguage(shell, language).replace(
    /<title>[^<]*<\/title>(\s*<meta name="description"[^>]*>)?/,
    () => head,
  )
}
