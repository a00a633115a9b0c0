/** Makes uploaded pictures safe: decoded and re-encoded, so that only the picture itself is left. */
import type { Sharp } from 'sharp'

const MAX_SIDE = 2048
/** A small file must not unpack into gigabytes. */
const MAX_PIXELS = 40_000_000

/** The library is loaded with the first picture: not every process draws. */
async function open(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS })
}

/**
 * Re-encodes in the same format, rotated upright, at most 2048 px a side. Throws when it is not a picture of that
 * type.
 */
export async function cleanImage(bytes: Buffer, mimeType: string): Promise<Buffer> {
  const image = await open(bytes)
  const { format } = await image.metadata()
  if (`image/${format}` !== mimeType) throw new Error(`${mimeType} was promised and ${format} came`)
  return image
    .rotate()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toBuffer()
}

/** Encoding effort, higher where a picture is looked at for long; these take tens of milliseconds a cover. */
const AVIF = { quality: 55, effort: 3 }
const WEBP = { quality: 74, effort: 4 }

/** The picture at most `width` px wide, in `format`, or in its own for `same`. */
export async function drawImage(
  bytes: Buffer,
  width: number,
  format: 'avif' | 'webp' | 'same',
): Promise<Buffer> {
  const image = (await open(bytes)).resize({ width, withoutEnlargement: true })
  if (format === 'avif') return image.avif(AVIF).toBuffer()
  return format === 'webp' ? image.webp(WEBP).toBuffer() : image.toBuffer()
}
