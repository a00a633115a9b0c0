import { PUBLIC_FILES } from '#domain/stored-file.ts'

/** The widths in which the server renders stored pictures (server/doors/storage/renditions.ts). */
const WIDTHS = [160, 320, 640, 1280]

/** A picture's `srcset`; undefined for one that is not in our storage, which is shown as it is. */
export function pictureSources(src: string): string | undefined {
  if (!src.includes(PUBLIC_FILES) || src.includes('?')) return undefined
  const drawn = src.replace(PUBLIC_FILES, '/storage/v1/render/image/public/')
  return WIDTHS.map((width) => `${drawn}?width=${width} ${width}w`).join(', ')
}
