/**
 * Smaller versions of stored pictures: made after the upload or when they are first asked for, kept beside the original,
 * gone with it.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { pathOf } from './keys.ts'

/** The only widths there are, in pixels: nobody can have the server draw and keep any other. */
export const WIDTHS = [160, 320, 640, 1280] as const
export type Width = (typeof WIDTHS)[number]
/** `same`: what the original is, for readers that say nothing of the newer ones. */
const FORMATS = ['avif', 'webp', 'same'] as const
export type Format = (typeof FORMATS)[number]
export type Stored = { id: string; version: string }
export type Draw = (original: Buffer, width: Width, format: Format) => Promise<Buffer>

/** True for a type that is drawn smaller. */
export function isPicture(mimeType: string): boolean {
  return /^image\/(jpeg|png|webp|avif)$/.test(mimeType)
}

/** Reads one, drawing it first when there is none yet; those who ask at the same time wait for the same drawing. */
export function createRenditions(folder: string, draw: Draw) {
  const underWay = new Map<string, Promise<Buffer>>()

  async function make(object: Stored, width: Width, format: Format): Promise<Buffer> {
    const original = pathOf(folder, object)
    const path = renditionPath(original, width, format)
    const bytes = await draw(await readFile(original), width, format)
    // Nobody reads half a picture, and another process may be drawing the same.
    const draft = `${path}.${randomUUID()}.draft`
    await writeFile(draft, bytes)
    await rename(draft, path)
    // The original may have been removed meanwhile, and with it what was drawn by then.
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

/** What nearly every browser asks for, drawn before anybody does. A picture that is gone by then is not drawn. */
export async function drawUsual(folder: string, draw: Draw, object: Stored): Promise<void> {
  const renditionOf = createRenditions(folder, draw)
  for (const width of WIDTHS) {
    try {
      await renditionOf(object, width, 'avif')
    } catch (fault) {
      // It may go at any moment, so it is looked for afterwards.
      if (!existsSync(pathOf(folder, object))) return
      throw fault
    }
  }
}

/** Removes an object's bytes and all that was drawn from them. */
export async function removeBytes(folder: string, object: Stored): Promise<void> {
  const original = pathOf(folder, object)
  await rm(original, { force: true })
  for (const width of WIDTHS)
    for (const format of FORMATS) await rm(renditionPath(original, width, format), { force: true })
}

function renditionPath(original: string, width: Width, format: Format): string {
  return `${original}.${width}.${format}`
}
