/** The little XML that S3 speaks. */

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** A document whose content is XML already. */
export function document(root: string, content: string): string {
  const namespace = root === 'Error' ? '' : ` xmlns="${NAMESPACE}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${namespace}>${content}</${root}>`
}

export function element(name: string, text: string | number | boolean): string {
  return `<${name}>${escaped(String(text))}</${name}>`
}

function escaped(text: string): string {
  const signs: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  }
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}

/** What stands in each element of that name, without regard to where. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) =>
    unescaped(text ?? ''),
  )
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return signs[name] ?? all
  })
}
