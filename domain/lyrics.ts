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

/** The entities that cleaned lyrics may hold. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** A longer line is cut: lyrics may be written as one. */
const LONGEST_LINE = 80

/**
 * How lyrics begin: the first `most` lines that have words, as plain text, at most half of all, each cut at eighty
 * characters. `html` has been cleaned.
 */
export function firstLines(html: string, most = 4): string[] {
  const lines = html
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>|<\/(?:p|li|h3|h4|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.slice(0, Math.min(most, Math.floor(lines.length / 2))).map(cut)
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1).trimEnd()}…` : line
}
