// @module-tag release
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cleanImage } from './images.ts'

const HIDDEN = Buffer.from('PK\x03\x04 not a picture')

test.each(['png', 'jpeg', 'webp'] as const)(
  'whatever lies behind the end of a %s, or in its notes, is not stored',
  async (format) => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .toFormat(format)
      .withExif({ IFD0: { Copyright: HIDDEN.toString('latin1') } })
      .toBuffer()
    const sent = Buffer.concat([picture, ...Array(10_000).fill(HIDDEN)])
    const stored = await cleanImage(sent, `image/${format}`)
    expect(stored.length).toBeLessThan(1000)
    expect(stored.includes('not a picture')).toBe(false)
  },
)
