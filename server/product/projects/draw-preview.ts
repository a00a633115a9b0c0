/** Renders the picture that messengers show for a project's address: its cover, name, artist and price. */
import { join } from 'node:path'
import sharp from 'sharp'
import { formatBRL } from '#domain/money.ts'
import { PREVIEW } from '../../platform/http/head.ts'
import { ROOT } from '../../platform/root.ts'

export type PreviewFacts = {
  projectName: string
  author: string
  /** Centavos. */
  fiatPrice: number
  tint: string | null
  product: string
}

const MARGIN = 60
const SIDE = PREVIEW.height - 2 * MARGIN
const CORNER = 20
const LEFT = MARGIN + SIDE + MARGIN
const WIDTH = PREVIEW.width - LEFT - MARGIN
const NAME_HEIGHT = 250
const NAME_SIZES = [84, 68, 54, 44, 36]
const GREY = '#8a837c'
const FONTS = join(ROOT, 'server/product/projects/fonts')
const MAX_PIXELS = 40_000_000

/** A JPEG of 1200 × 630. Without a cover the ring stands in its place. */
export async function drawPreview(facts: PreviewFacts, cover: Buffer | null): Promise<Buffer> {
  const tint = facts.tint ?? GREY
  const name = await fittingName(facts.projectName)
  const author = await words(facts.author, 'display', 36, '#cfc8c0', 90)
  const price = await words(formatBRL(facts.fiatPrice), 'mono', 44, '#ffffff', 60)
  const product = await words(facts.product, 'display', 30, '#cfc8c0', 50)
  const nameTop = MARGIN + 6
  const bottom = PREVIEW.height - MARGIN
  return sharp({
    create: { width: PREVIEW.width, height: PREVIEW.height, channels: 3, background: '#14110f' },
  })
    .composite([
      { input: ground(tint) },
      { input: cover ? await sleeve(cover) : ring(SIDE, tint), left: MARGIN, top: MARGIN },
      { input: name.data, left: LEFT, top: nameTop },
      { input: author.data, left: LEFT, top: nameTop + name.height + 34 },
      { input: price.data, left: LEFT, top: bottom - price.height - 4 },
      { input: ring(34, '#ff5a36'), left: PREVIEW.width - MARGIN - product.width - 48, top: bottom - 36 },
      { input: product.data, left: PREVIEW.width - MARGIN - product.width, top: bottom - product.height - 4 },
    ])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()
}

type Words = { data: Buffer; width: number; height: number }

/** As large as fits. */
async function fittingName(name: string): Promise<Words> {
  for (const size of NAME_SIZES) {
    const drawn = await words(name, 'display', size, '#ffffff', NAME_HEIGHT)
    if (drawn.whole) return drawn
  }
  return words(name, 'display', NAME_SIZES.at(-1) as number, '#ffffff', NAME_HEIGHT)
}

/** Text on a transparent background, at most `height` high; `whole` says whether all of it fits. */
async function words(
  text: string,
  face: 'display' | 'mono',
  size: number,
  colour: string,
  height: number,
): Promise<Words & { whole: boolean }> {
  const markup = `<span foreground="${colour}" size="${size}pt">${escapeMarkup(text)}</span>`
  const { data, info } = await sharp({
    text: {
      text: markup,
      font: face === 'display' ? 'Tune Display' : 'Tune Mono',
      fontfile: join(FONTS, `${face}.ttf`),
      width: WIDTH,
      wrap: 'word-char',
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  if (info.height <= height && info.width <= WIDTH) {
    return { data, width: info.width, height: info.height, whole: true }
  }
  const cut = { width: Math.min(info.width, WIDTH), height: Math.min(info.height, height) }
  return {
    data: await sharp(data)
      .extract({ left: 0, top: 0, ...cut })
      .png()
      .toBuffer(),
    ...cut,
    whole: false,
  }
}

/** Names are escaped: in the drawing library's markup they are nothing but their letters. */
function escapeMarkup(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return (
    text
      .replace(/[&<>]/g, (sign) => signs[sign] as string)
      // Markup is XML, which cannot contain these.
      .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ')
  )
}

async function sleeve(cover: Buffer): Promise<Buffer> {
  const mask = `<svg width="${SIDE}" height="${SIDE}"><rect width="${SIDE}" height="${SIDE}" rx="${CORNER}"/></svg>`
  return sharp(cover, { limitInputPixels: MAX_PIXELS })
    .resize(SIDE, SIDE, { fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

function ground(tint: string): Buffer {
  return Buffer.from(`<svg width="${PREVIEW.width}" height="${PREVIEW.height}">
    <defs><linearGradient id="wash" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${tint}" stop-opacity=".42"/><stop offset="1" stop-color="${tint}" stop-opacity=".1"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#wash)"/></svg>`)
}

/** The platform's logo, three quarters full. */
function ring(side: number, colour: string): Buffer {
  const middle = side / 2
  const stroke = Math.max(4, side / 40)
  const radius = middle - stroke
  const length = 2 * Math.PI * radius
  return Buffer.from(`<svg width="${side}" height="${side}">
    <g fill="none" stroke-width="${stroke}" transform="rotate(-90 ${middle} ${middle})">
      <circle cx="${middle}" cy="${middle}" r="${radius}" stroke="#fff" stroke-opacity=".2"/>
      <circle cx="${middle}" cy="${middle}" r="${radius}" stroke="${colour}" stroke-linecap="round"
        stroke-dasharray="${length * 0.75} ${length}"/>
    </g></svg>`)
}
