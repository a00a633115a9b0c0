/** Files in requests to support, and in the conversations that follow. */

/** Images and PDF only; SVG can carry scripts and is left out. */
export const ATTACHMENT_TYPES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
} as const
export type AttachmentType = keyof typeof ATTACHMENT_TYPES

/** The largest file, in bytes. */
export const ATTACHMENT_MAX_BYTES = 4 * 1024 * 1024
/** How many one message may bring. */
export const ATTACHMENTS_MAX = 5
/** What its sender calls it, in characters. */
export const ATTACHMENT_NAME_MAX = 120

/** What files of each type begin with; WebP names itself after eight bytes. */
const BEGINNINGS: readonly [AttachmentType, string][] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['application/pdf', '%PDF-'],
]

/** What the bytes are, whatever they are called; null where it is nothing that we take. */
export function attachmentType(bytes: Uint8Array): AttachmentType | null {
  const beginning = String.fromCharCode(...bytes.subarray(0, 12))
  if (beginning.startsWith('RIFF') && beginning.endsWith('WEBP')) return 'image/webp'
  return BEGINNINGS.find(([, sign]) => beginning.startsWith(sign))?.[0] ?? null
}

export const isPicture = (type: string): boolean => type.startsWith('image/')

/** A name with the ending of its type: whoever opens a saved file gets what was checked, and no program. */
export function savedName(name: string, type: string): string {
  const endings: readonly string[] = ATTACHMENT_TYPES[type as AttachmentType] ?? []
  return endings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : `${name}${endings[0] ?? ''}`
}

/** A name that can be shown and saved under: in one line, without what is invisible, at most `ATTACHMENT_NAME_MAX` long. */
export function attachmentName(given: string): string {
  const name = given.replace(/[\p{Cc}\p{Cf}/\\]+/gu, ' ').trim()
  return (name.length > ATTACHMENT_NAME_MAX ? name.slice(-ATTACHMENT_NAME_MAX) : name).trim() || '?'
}
