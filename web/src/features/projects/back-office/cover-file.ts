/** Checks a file chosen as a cover before it is uploaded. */

export const COVER_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
const MAX_BYTES = 5 * 1024 * 1024

export type CoverFault =
  | { code: 'thumbnailType' | 'thumbnailSize' }
  /** Pixels. */
  | { code: 'thumbnailSquare'; width: number; height: number }

/** What is wrong with it; null for a square picture. */
export async function coverFault(file: File): Promise<CoverFault | null> {
  if (!COVER_TYPES.includes(file.type)) return { code: 'thumbnailType' }
  if (file.size > MAX_BYTES) return { code: 'thumbnailSize' }
  // A file with a picture's media type may not be one.
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return { code: 'thumbnailType' }
  const { width, height } = picture
  picture.close()
  return width === height ? null : { code: 'thumbnailSquare', width, height }
}
