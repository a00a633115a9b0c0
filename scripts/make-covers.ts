/**
 * Draws the demo works' covers into db/seed/covers. The covers are committed; run this after changing a drawing:
 * `node scripts/make-covers.ts [slug…]`. Needs Chromium.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { openPrinter } from './media/printer.ts'
import { COVER_SIZE } from './media/work.ts'
import { chosenWorks } from './media/works.ts'

const FOLDER = join(import.meta.dirname, '../db/seed/covers')
const LARGEST_BYTES = 120_000

await mkdir(FOLDER, { recursive: true })
const printer = await openPrinter(COVER_SIZE, COVER_SIZE)
try {
  for (const work of chosenWorks(process.argv.slice(2))) {
    const file = join(FOLDER, `${work.slug}.webp`)
    const { size } = await sharp(await printer.print(work.cover()))
      .webp({ quality: 62, effort: 6 })
      .toFile(file)
    if (size > LARGEST_BYTES)
      throw new Error(`${file} has ${size} bytes; at most ${LARGEST_BYTES} are wanted.`)
    console.log(`${file}  ${(size / 1000).toFixed(0)} kB`)
  }
} finally {
  await printer.close()
}
