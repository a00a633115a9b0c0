/** Lyrics are HTML that an admin typed; what is kept and shown are words and line breaks. */
import sanitizeHtml from 'sanitize-html'
import { LYRICS_TAGS } from '#domain/lyrics.ts'

export function cleanLyrics(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...LYRICS_TAGS],
    allowedAttributes: {},
  })
}
