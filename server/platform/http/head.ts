/** What readers without scripts see of a project: title, description, picture, and the offer as linked data. */
import { html, raw } from 'hono/html'
import { formatBRL } from '#domain/money.ts'
import { validityHours } from '#domain/project.ts'
import { type Language, languageTag } from '#i18n/language.ts'
import type { PublicProjectWire } from '../../product/projects/wire.ts'
import { momentInSaoPaulo, projectText } from '../texts.ts'

export const PREVIEW = { width: 1200, height: 630, type: 'image/jpeg' } as const
/** As much of a description as search engines and messengers show. */
const DESCRIPTION_LENGTH = 200

export type Platform = { url: string; product: string }

/** The head of a project's page, escaped; whatever artists call their work stays text. */
export async function projectHead(
  project: PublicProjectWire,
  previewUrl: string,
  language: Language,
  { url, product }: Platform,
): Promise<string> {
  const { projectName, author } = project
  const address = `${url}/p/${project.uid}`
  const isClosed = project.phase === 'closed'
  const title = projectText(isClosed ? 'meta.closedTitle' : 'meta.title', language, { ...project, product })
  const description = shorten(`${offerInWords(project, language)} ${project.description}`)
  return String(
    await html`<title>${title}</title>
    <meta name="description" content="${description}" />
    ${isClosed ? raw('<meta name="robots" content="noindex" />') : ''}
    <link rel="canonical" href="${address}" />
    <meta property="og:type" content="music.song" />
    <meta property="og:site_name" content="${product}" />
    <meta property="og:locale" content="${language === 'pt' ? 'pt_BR' : 'en_US'}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${address}" />
    <meta property="og:image" content="${previewUrl}" />
    <meta property="og:image:type" content="${PREVIEW.type}" />
    <meta property="og:image:width" content="${PREVIEW.width}" />
    <meta property="og:image:height" content="${PREVIEW.height}" />
    <meta property="og:image:alt" content="${projectName} · ${author}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    <meta name="twitter:image" content="${previewUrl}" />
    <script type="application/ld+json">${raw(linkedData(project, previewUrl, address, language))}</script>`,
  )
}

/** The head of an address without a project. */
export async function missingHead(language: Language, product: string): Promise<string> {
  return String(
    await html`<title>${projectText('meta.missingTitle', language, { product })}</title>
    <meta name="description" content="${projectText('meta.missing', language, {})}" />
    <meta name="robots" content="noindex" />`,
  )
}

/** When its first lot opens; null where it has, or has closed. */
function openingOf({ phase, opensAt }: PublicProjectWire): Date | null {
  return phase === 'first_lot' && opensAt !== null && Date.parse(opensAt) > Date.now()
    ? new Date(opensAt)
    : null
}

function offerInWords(project: PublicProjectWire, language: Language): string {
  const { phase, fiatPrice, validPeriod } = project
  const opening = openingOf(project)
  const { hours } = validityHours(validPeriod)
  const figure = { style: 'unit', unit: 'hour', unitDisplay: 'long' } as const
  const period = new Intl.NumberFormat(languageTag(language), figure).format(hours)
  const offer = { price: formatBRL(fiatPrice), period }
  if (!opening) return projectText(`meta.${phase}`, language, offer)
  const opens = momentInSaoPaulo(opening, language)
  return projectText('meta.opening', language, { ...offer, opens })
}

/** In one line, no longer than search engines show. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length <= DESCRIPTION_LENGTH ? line : `${letters.slice(0, DESCRIPTION_LENGTH - 1).join('')}…`
}

function availability(project: PublicProjectWire): string {
  const { phase, isPaused, totalAvailable } = project
  if (phase === 'closed') return 'Discontinued'
  if (isPaused) return 'OutOfStock'
  if (openingOf(project)) return 'PreOrder'
  return phase === 'auction' || totalAvailable > 0 ? 'InStock' : 'SoldOut'
}

/** schema.org. */
function linkedData(project: PublicProjectWire, image: string, url: string, inLanguage: Language): string {
  return inScript({
    '@context': 'https://schema.org',
    '@type': 'MusicRecording',
    name: project.projectName,
    byArtist: { '@type': 'MusicGroup', name: project.author },
    description: project.description,
    inLanguage: languageTag(inLanguage),
    image,
    url,
    offers: {
      '@type': 'Offer',
      url,
      price: (project.fiatPrice / 100).toFixed(2),
      priceCurrency: 'BRL',
      availability: `https://schema.org/${availability(project)}`,
      ...(project.opensAt !== null && { availabilityStarts: project.opensAt }),
      validThrough: project.expiredAt,
    },
  })
}

/** JSON that cannot end its own script element. */
export function inScript(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The application's page with a head of its own, inserted by a function because `$&` in a name must stay text. */
export function withHead(shell: string, head: string, language: Language): string {
  return inLanguage(shell, language).replace(
    /<title>[^<]*<\/title>(\s*<meta name="description"[^>]*>)?/,
    () => head,
  )
}

export function inLanguage(shell: string, language: Language): string {
  return shell.replace(/<html lang="[^"]*"/, `<html lang="${languageTag(language)}"`)
}
