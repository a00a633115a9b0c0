/**
 * Smaller versions of stored pictures: made after the upload or on first request, stored beside the original, deleted
 * with it.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { pathOf } from './keys.ts'

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
export function createRenditions(folder: string, draw: Draw) {
  const underWay = new Map<string, Promise<Buffer>>()

  async function make(object: Stored, width: Width, format: Format): Promise<Buffer> {
    const original = pathOf(folder, object)
    const path = renditionPath(original, width, format)
    const bytes = await draw(await readFile(original), width, format)
    // Written atomically: nobody reads half a picture, and another process may be rendering the same.
    const draft = `${path}.${randomUUID()}.draft`
    await writeFile(draft, bytes)
    await rename(draft, path)
    // The original may have been removed meanwhile, together with its renditions so far.
    await access(original).catch(() => rm(path, { force: true }))
    return bytes
  }

  return async (object: Stored, width: Width, format: Format): Promise<Buffer> => {
    const path = renditionPath(pathOf(folder, object), width, format)
    const kept = await readFile(path).catch(() => null)
    if (kept) return kept
    const drawing = underWay.get(path) ?? make(object, width, format).finally(() => underWay.delete(path))
    underWay.set(path, drawing)
    return drawing
  }
}

/**
 * The renditions that nearly every browser asks for, made in advance. A picture that has been removed by then is
 * skipped.
 */
export async function drawUsual(folder: string, draw: Draw, object: Stored): Promise<void> {
  const renditionOf = createRenditions(folder, draw)
  for (const width of WIDTHS) {
    try {
      await renditionOf(object, width, 'avif')
    } catch (fault) {
      // It may be removed at any moment, so its existence is checked afterwards.
      if (!existsSync(pathOf(folder, object))) return
      throw fault
    }
  }
}

/** Removes an object's bytes and all of its renditions. */
export async function removeBytes(folder: string, object: Stored): Promise<void> {
  const original = pathOf(folder, object)
  await rm(original, { force: true })
  for (const width of WIDTHS)
    for (const format of FORMATS) await rm(renditionPath(original, width, format), { force: true })
}

function renditionPath(original: string, width: Width, format: Format): string {
  return `${original}.${width}.${format}`
}
