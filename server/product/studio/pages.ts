/** /a/{name}: an artist's page with a head of its own, before any script runs. */
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Language } from '#i18n/language.ts'
import type { ServerContext } from '../../context.ts'
import { inScript, type Platform, shorten, withHead } from '../../platform/http/head.ts'
import { languageOf } from '../../platform/http/language.ts'
import type { Shell } from '../../platform/http/web-application.ts'
import { artistText } from '../../platform/texts.ts'
import { findArtistPage } from './artist-page.ts'
import type { ArtistPageWire } from './contract.ts'

export function artistPublicPages(
  { sql, recent, env }: Pick<ServerContext, 'sql' | 'recent' | 'env'>,
  shell: Shell,
): Hono {
  const platform = { url: env.PUBLIC_URL, product: env.PRODUCT_NAME }
  const app = new Hono()
  app.get('/a/:name', async (c) => {
    const name = c.req.param('name')
    // What was written a moment ago may not be in the replica yet.
    const page = (await recent((one) => findArtistPage(one, name))) ?? (await findArtistPage(sql, name))
    // Not for good: an artist may take a former address again.
    if (page && page.slug !== name) return c.redirect(`/a/${page.slug}`, 302)
    const language = languageOf(c)
    c.header('vary', 'accept-language')
    c.header('cache-control', 'no-cache')
    const head = page
      ? await pageHead(page, language, platform)
      : await missingPageHead(language, platform.product)
    return c.html(withHead(await shell(), head, language), page ? 200 : 404)
  })
  return app
}

/** Escaped; whatever artists call themselves stays text. */
async function pageHead(page: ArtistPageWire, language: Language, platform: Platform): Promise<string> {
  const { url, product } = platform
  const { name, slug, story, works } = page
  const address = `${url}/a/${slug}`
  const values = { name, product, works: works.map(({ projectName }) => projectName).join(', ') }
  const title = artistText('page.meta.title', language, values)
  const description = shorten(
    `${artistText(works.length > 0 ? 'page.meta.about' : 'page.meta.none', language, values)} ${story}`,
  )
  const picture = page.picture ?? (works[0] ? `${url}/p/${works[0].uid}/preview.jpg` : null)
  const data = inScript({
    '@context': 'https://schema.org',
    '@type': 'MusicGroup',
    name,
    description: story,
    ...(picture && { image: picture }),
    url: address,
  })
  return String(
    await html`<title>${title}</title>
    <meta name="description" content="${description}" />
    <link rel="canonical" href="${address}" />
    <meta property="og:type" content="profile" />
    <meta property="og:site_name" content="${product}" />
    <meta property="og:locale" content="${language === 'pt' ? 'pt_BR' : 'en_US'}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${address}" />
    ${picture ? html`<meta property="og:image" content="${picture}" />` : ''}
    <meta name="twitter:card" content="${page.picture ? 'summary' : 'summary_large_image'}" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    <script type="application/ld+json">${raw(data)}</script>`,
  )
}

async function missingPageHead(language: Language, product: string): Promise<string> {
  return String(
    await html`<title>${artistText('page.meta.missingTitle', language, { product })}</title>
    <meta name="description" content="${artistText('page.meta.missing', language, {})}" />
    <meta name="robots" content="noindex" />`,
  )
}
