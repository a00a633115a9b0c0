/** Reduces a cover to a few pixels and derives its tint. */
import sharp from 'sharp'
import { tintOf } from '#domain/tint.ts'

const SIDE = 48
const MAX_PIXELS = 40_000_000

/** `#rrggbb`. Throws when the bytes are not a picture. */
export async function coverTint(bytes: Buffer): Promise<string> {
  const pixels = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .flatten({ background: '#000' })
    .resize(SIDE, SIDE, { fit: 'cover' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  return tintOf(pixels)
}
