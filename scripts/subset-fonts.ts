/**
 * Cuts the web application's fonts down to the characters it uses and writes them beside its styles, each with its
 * licence: 48 kB instead of 118, which a phone on a slow line notices. Run when a font or its package changes (`node
 * scripts/subset-fonts.ts`); `subset-fonts.test.ts` compares the committed files with the output.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

export const FOLDER = join(import.meta.dirname, '../web/src/styles/fonts')

type Face = { name: string; source: string; weights?: { min: number; max: number; default: number } }
/** Names are always bold and figures always medium: one cut each. */
export const FACES: Face[] = [
  {
    name: 'bricolage-grotesque-700',
    source: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2',
  },
  {
    name: 'jetbrains-mono-500',
    source: '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-500-normal.woff2',
  },
  {
    name: 'onest-400-600',
    source: '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2',
    weights: { min: 400, max: 600, default: 400 },
  },
]

/** Basic Latin and Latin-1 without the control characters, and typographic signs. Others fall back. */
export const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ–—‘’‚“”„†•…‹›€™←↑→↓−`

export async function cut({ source, weights }: Face): Promise<Buffer> {
  return subsetFont(await readFile(pathOf(source)), CHARACTERS, {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    ...(weights && { variationAxes: { wght: weights } }),
  })
}

function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

function pathOf(specifier: string): string {
  return fileURLToPath(import.meta.resolve(specifier))
}

if (import.meta.main) {
  await mkdir(FOLDER, { recursive: true })
  for (const face of FACES) {
    const file = join(FOLDER, face.name)
    const bytes = await cut(face)
    await writeFile(`${file}.woff2`, bytes)
    await copyFile(pathOf(face.source.replace(/files\/.*/, 'LICENSE')), `${file}.LICENSE`)
    console.log(`${face.name}: ${bytes.length} bytes`)
  }
}
