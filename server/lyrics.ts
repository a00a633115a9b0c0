/** Lyrics are HTML that an admin typed; what is kept and shown are words and line breaks. */
import sanitizeHtml from 'sanitize-html'

export function cleanLyrics(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'strong', 'em', 'b', 'i', 'h3', 'ul', 'ol', 'li', 'blockquote'],
    allowedAttributes: {},
  })
}
