/**
 * What lyrics may contain: words, line breaks and a little emphasis. Cleaned by the server when stored, by the web
 * when shown.
 */
export const LYRICS_TAGS = [
  'p',
  'br',
  'strong',
  'em',
  'b',
  'i',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
] as const
