/**
 * Typed lyrics as HTML: an empty line ends a paragraph, any other line break is kept. Anything that looks like
 * HTML stays text.
 */
export function lyricsHtml(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((verse) => verse.trim())
    .filter((verse) => verse !== '')
    .map((verse) => `<p>${verse.split('\n').map(escapeHtml).join('<br>')}</p>`)
    .join('')
}

function escapeHtml(line: string): string {
  return line.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * The inverse, for editing: lyrics as lines, with an empty one between paragraphs. Emphasis, which cannot be
 * typed, is dropped.
 */
export function lyricsText(html: string): string {
  const lines = html.replace(/\s+/g, ' ').replace(/ ?<br ?\/?> ?/gi, '\n')
  const page = new DOMParser().parseFromString(lines, 'text/html')
  const blocks = [...page.body.childNodes].map((node) => node.textContent?.trim() ?? '')
  return blocks.filter((block) => block !== '').join('\n\n')
}
