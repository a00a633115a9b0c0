/** Pages that say something before any script runs: the sign-in page, a project's own, and the lists for search engines. */

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

/** The most that one sitemap may list (sitemaps.org). */
const SITEMAP_LIMIT = 50_000
/**
 * What a machine needs to see a project's page as people do, and the address that people share of the platform itself, where
 * a stranger finds the sign-in form; everything else is behind the door.
 */
const OPEN_PATHS = [
  ...['/$', '/dashboard$', '/p/', '/assets/', '/legal/', '/config.json', '/icon.svg', '/theme.js'],
  ...['/api/v1/projects/', '/storage/v1/object/public/'],
]

export function projectPages(ctx: Pick<ServerContext, 'sql' | 'env'>, shell: Shell): Hono {
  const { sql, env } = ctx
  const house = { url: env.PUBLIC_URL, product: env.PRODUCT_NAME }
  const previewOf = createPreviews(ctx)
  const find = async (uid: string) => (v.is(uuid, uid) ? findPublicProject(sql, uid) : null)
  const app = new Hono()

  app.on('GET', ['/', '/admin'], async (c) => {
    const language = languageOf(c)
    c.header('vary', 'accept-language, cookie')
    c.header('cache-control', 'no-cache')
    const inside = await signInShell(language, house.product, socialProviders(env))
    return c.html(withInside(await shell(), inside, language))
  })
  app.get('/p/:uid', async (c) => {
    const project = await find(c.req.param('uid'))
    const language = languageOf(c)
    c.header('vary', 'accept-language')
    c.header('cache-control', 'no-cache')
    if (!project)
      return c.html(withHead(await shell(), await missingHead(language, house.product), language), 404)
    const preview = `${house.url}/p/${project.uid}/preview.jpg?v=${previewVersion(project)}`
    const head = await projectHead(project, preview, language, house)
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
        `Sitemap: ${house.url}/sitemap.xml\n`,
    ),
  )
  app.get('/sitemap.xml', async (c) => {
    const projects = await listOpenProjects(sql, SITEMAP_LIMIT)
    const entries = projects.map(
      ({
        uid,
        createdAt,
      }) => html`<url><loc>${house.url}/p/${uid}</loc><lastmod>${createdAt.toISOString()}</lastmod></url>
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

/**
 * The application's shell with what is seen until the application takes its place; its scripts are not asked for before
 * that is painted (web/src/main.ts), so that a slow line carries what is seen first.
 */
function withInside(shell: string, inside: string, language: Language): string {
  return inLanguage(shell, language)
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace('<div id="root"></div>', () => `<div id="root">${inside}</div>`)
}

function inLanguage(shell: string, language: Language): string {
  return shell.replace(/<html lang="[^"]*"/, `<html lang="${languageTag(language)}"`)
}

/** The application's shell with a head of its own; a function puts it in, because `$&` in a name is a name. */
function withHead(shell: string, head: string, language: Language): string {
  return inLanguage(shell, language).replace(
    /<title>[^<]*<\/title>(\s*<meta name="description"[^>]*>)?/,
    () => head,
  )
}
