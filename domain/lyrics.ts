/** What lyrics may be made of: words, breaks and a little emphasis. Cleaned by the server when kept, by the web when shown. */
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
