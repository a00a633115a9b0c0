/** What people may store: pictures without hidden data, clips that are sound and nothing else, and PDF as it came. */
import { attachmentType } from '#domain/attachment.ts'
import { clipSeconds } from '#domain/mp3.ts'
import { cleanImage } from './images.ts'

/** The bytes to be stored. Rejects what is not what its type says, and a clip of more than thirty seconds. */
export async function cleanUpload(bytes: Buffer, mimeType: string): Promise<Buffer> {
  if (mimeType === 'application/pdf') return requirePdf(bytes)
  if (mimeType !== 'audio/mpeg') return cleanImage(bytes, mimeType)
  if (clipSeconds(bytes) === null) throw new Error('no clip of up to thirty seconds')
  return bytes
}

/** Never opened here, nor in our pages: it is only handed on. */
function requirePdf(bytes: Buffer): Buffer {
  if (attachmentType(bytes) !== 'application/pdf') throw new Error('no PDF')
  return bytes
}
