/**
 * Draws the application's icons from web/public/icon.svg into web/public/icons. They are committed; run this after
 * changing the drawing: `node scripts/make-icons.ts`.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const PUBLIC = join(import.meta.dirname, '../web/public')
const FOLDER = join(PUBLIC, 'icons')
/** Rendered larger than any icon, then made small. */
const DENSITY = 1200

const drawing = await readFile(join(PUBLIC, 'icon.svg'), 'utf8')
// Systems cut their own shape out of these: the background reaches the edges, and the ring is inside the safe zone.
const fullBleed = drawing.replace(/ rx="14"/, '')
// In the status bar only the shape counts: the ring alone, in white.
const shape = drawing
  .replace(/<rect[^>]*\/>/, '')
  .replace(/<circle[^>]*stroke="#3a342e"[^>]*\/>/, '')
  .replaceAll('#ff5a36', '#ffffff')
  .replace('0 0 64 64', '6 6 52 52')

const ICONS: [string, string, number][] = [
  ['icon-192.png', drawing, 192],
  ['icon-512.png', drawing, 512],
  ['maskable-192.png', fullBleed, 192],
  ['maskable-512.png', fullBleed, 512],
  ['apple-touch-icon.png', fullBleed, 180],
  ['badge-96.png', shape, 96],
]

await mkdir(FOLDER, { recursive: true })
for (const [name, svg, size] of ICONS) {
  await sharp(Buffer.from(svg), { density: DENSITY })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(FOLDER, name))
}
