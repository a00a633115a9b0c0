/** What somebody has written in a reply by mail: without the markup of mail programs and what they quote. */

/** The words with which mail programs begin a quotation, in the languages of our readers. */
const QUOTATION = [
  /^On\b.{0,300}\bwrote:$/is,
  /^Em\b.{0,300}\bescreveu:$/is,
  /^(?:Le|El|Am)\b.{0,300}(?:a écrit|escribió|schrieb)\s?:$/is,
]
const ORIGINAL =
  /^[-_\s]*(?:Original Message|Mensagem original|Forwarded message|Mensagem encaminhada)[-_\s]*$/i
const RULE = /^_{10,}$/
const HEADER = /^(?:From|De|Von):\s.+$/i
const SIGNATURE = /^--\s?$/

/**
 * The reply above what it quotes, at most `most` characters. Where nothing stands above the quotation, the lines that are not
 * quoted are taken; empty when there are none.
 */
export function replyIn(text: string, most: number): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\0', '').split('\n')
  const end = lines.findIndex((_line, index) => isQuotation(lines, index))
  const above = written(end === -1 ? lines : lines.slice(0, end))
  const reply = above || written(lines.filter((_line, index) => !isQuotation(lines, index)))
  return reply.length > most ? `${reply.slice(0, most - 1).trimEnd()}…` : reply
}

function written(lines: readonly string[]): string {
  return lines
    .filter((line) => !line.trimStart().startsWith('>'))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Whether a quotation begins here. Mail programs break their sentence over as many as three lines. */
function isQuotation(lines: readonly string[], index: number): boolean {
  const line = (lines[index] ?? '').trim()
  if (ORIGINAL.test(line) || RULE.test(line) || SIGNATURE.test(line)) return true
  if (
    HEADER.test(line) &&
    /^(?:Sent|Date|Enviad[ao]|Data|To|Para):\s/im.test(lines.slice(index + 1, index + 3).join('\n'))
  )
    return true
  return [1, 2, 3].some((count) => {
    const sentence = lines
      .slice(index, index + count)
      .join(' ')
      .trim()
    return QUOTATION.some((pattern) => pattern.test(sentence))
  })
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A mail's page as plain text, without what it quotes. What it returns is text: a reader must not take it for a page. */
export function textOfPage(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style|head|title|blockquote)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '\n')
    .replace(/<div[^>]*class="?[^">]*gmail_quote[\s\S]*$/i, '')
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])\s*>/gi, '\n')
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&(#x?[\da-f]{1,6}|\w{2,6});/gi, (all, name: string) => entity(name) ?? all)
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n */g, '\n')
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : ''
}
