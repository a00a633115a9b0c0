/** GET /p/{uid}/preview.jpg: rendered once per content, and kept in a file of this host. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerContext } from '../../context.ts'
import { readCover } from './cover.ts'
import type { PublicProjectWire } from './wire.ts'

/** Increased with every change of the rendering, so that older pictures are rendered again. */
const DRAWING = 1

export type Shown = Pick<
  PublicProjectWire,
  'uid' | 'projectName' | 'author' | 'fiatPrice' | 'thumbnail' | 'tint'
>
type Platform = Pick<ServerContext, 'sql' | 'env' | 'files'>

/** Identifies the picture's content: part of its address, so that no cache keeps an old one. */
export function previewVersion({ projectName, author, fiatPrice, thumbnail, tint }: Shown): string {
  const facts = JSON.stringify([DRAWING, projectName, author, fiatPrice, thumbnail, tint])
  return createHash('sha256').update(facts).digest('hex').slice(0, 16)
}

/** Pictures of projects. Concurrent requests share one rendering. */
export function createPreviews(platform: Platform): (project: Shown) => Promise<Buffer> {
  const folder = join(platform.env.DATA_DIR, 'previews')
  const underWay = new Map<string, Promise<Buffer>>()

  async function read(project: Shown, file: string): Promise<Buffer> {
    const kept = await readFile(file).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT') return null
      throw fault
    })
    if (kept) return kept
    const cover = await readCover(platform, project.thumbnail)
    const { drawPreview } = await import('./draw-preview.ts')
    const picture = await drawPreview({ ...project, product: platform.env.PRODUCT_NAME }, cover)
    await mkdir(folder, { recursive: true })
    // Written to a temporary file: nobody reads half a picture, and a kill leaves none.
    const draft = `${file}.${randomUUID()}`
    await writeFile(draft, picture)
    await rename(draft, file)
    return picture
  }

  return (project) => {
    const file = join(folder, `${project.uid}-${previewVersion(project)}.jpg`)
    const known = underWay.get(file)
    if (known) return known
    const work = read(project, file).finally(() => underWay.delete(file))
    underWay.set(file, work)
    return work
  }
}
