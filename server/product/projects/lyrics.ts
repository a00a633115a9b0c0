/** Lyrics are HTML typed by an admin; only words and line breaks are stored and shown. */
import { LYRICS_TAGS } from '#domain/lyrics.ts'

export async function cleanLyrics(html: string): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  return sanitizeHtml(html, {
    allowedTags: [...LYRICS_TAGS],
    allowedAttributes: {},
  })
}
