/** Lyrics are HTML typed by an admin; only words and line breaks are stored and shown. */
import { LYRICS_TAGS } from '#domain/lyrics.ts'
import { withoutUnseen } from '#domain/visible.ts'

export async function cleanLyrics(html: string): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  const clean = sanitizeHtml(html, {
    allowedTags: [...LYRICS_TAGS],
    allowedAttributes: {},
  })
  // Entities have become characters by now.
  return withoutUnseen(clean)
}
