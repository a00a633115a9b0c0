/** Lyrics are HTML typed by an admin; only words and line breaks are stored and shown. */
import sanitizeHtml from 'sanitize-html'
import { LYRICS_TAGS } from '#domain/lyrics.ts'

export function cleanLyrics(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...LYRICS_TAGS],
    allowedAttributes: {},
  })
}
