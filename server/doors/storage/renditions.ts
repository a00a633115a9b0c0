/**
 * Smaller versions of stored pictures: made after the upload or on first request, stored beside the original, deleted
 * with it.
 */
import type { Files } from '../../platform/files/files.ts'
import { StorageError } from './errors.ts'
import { keyOf } from './keys.ts'

/** The only widths available, in pixels: nobody can make the server render and store any other. */
export const WIDTHS = [160, 320, 640, 1280] as const
export type Width = (typeof WIDTHS)[number]
/** `same`: the original's type, for readers that do not announce newer ones. */
const FORMATS = ['avif', 'webp', 'same'] as const
export type Format = (typeof FORMATS)[number]
export type Stored = { id: string; version: string }
export type Draw = (original: Buffer, width: Width, format: Format) => Promise<Buffer>

/** Whether a type can be scaled. */
export function isPicture(mimeType: string): boolean {
  return /^image\/(jpeg|png|webp|avif)$/.test(mimeType)
}

/** Reads a rendition, rendering it first if necessary; concurrent requests share one rendering. */
export function createRenditions(files: Files, draw: Draw) {
  const underWay = new Map<string, Promise<Buffer>>()

  async function make(object: Stored, width: Width, format: Format): Promise<Buffer> {
    const original = keyOf(object)
    const key = renditionKey(original, width, format)
    const source = await files.read(original)
    if (!source) throw new StorageError('NoSuchKey', 'The resource was not found')
    const bytes = await draw(source, width, format)
    await files.keep(key, bytes)
    // The original may have been removed meanwhile, together with its renditions so far.
    if (!(await files.has(original))) await files.remove([key])
    return bytes
  }

  return async (object: Stored, width: Width, format: Format): Promise<Buffer> => {
    const key = renditionKey(keyOf(object), width, format)
    const kept = await files.read(key)
    if (kept) return kept
    const drawing = underWay.get(key) ?? make(object, width, format).finally(() => underWay.delete(key))
    underWay.set(key, drawing)
    return drawing
  }
}

/**
 * The renditions that nearly every browser asks for, made in advance. A picture that has been removed by then is
 * skipped.
 */
export async function drawUsual(files: Files, draw: Draw, object: Stored): Promise<void> {
  const renditionOf = createRenditions(files, draw)
  for (const width of WIDTHS) {
    try {
      await renditionOf(object, width, 'avif')
    } catch (fault) {
      // It may be removed at any moment, so its existence is checked afterwards.
      if (!(await files.has(keyOf(object)))) return
      throw fault
    }
  }
}

/** Removes objects' bytes and all of their renditions. */
export async function removeBytes(files: Files, objects: readonly Stored[]): Promise<void> {
  await files.remove(objects.flatMap((object) => keysOf(keyOf(object))))
}

function keysOf(original: string): string[] {
  return [
    original,
    ...WIDTHS.flatMap((width) => FORMATS.map((format) => renditionKey(original, width, format))),
  ]
}

function renditionKey(original: string, width: Width, format: Format): string {
  return `${original}.${width}.${format}`
}
