/** XML that is its own exclusive canonical form (W3C xml-exc-c14n): no prefixes, no whitespace between elements, no empty tags. */
import { xmlText } from '../../xml-text.ts'

/** An element: its name, what is in it, and its attributes beside the namespace. */
export type Element = {
  name: string
  of: readonly Element[] | string
  attributes?: Readonly<Record<string, string>>
}

/** An element with a text; nothing where there is none. */
export const text = (name: string, value: string | null | undefined): Element[] =>
  value === null || value === undefined ? [] : [{ name, of: value }]

export const group = (
  name: string,
  of: readonly Element[],
  attributes?: Readonly<Record<string, string>>,
): Element => ({ name, of, ...(attributes && { attributes }) })

/** `namespace` is written on this element, and holds for those within. */
export function write({ name, of, attributes = {} }: Element, namespace?: string): string {
  const named = Object.entries(attributes)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    .join('')
  const within = typeof of === 'string' ? escapeText(of) : of.map((each) => write(each)).join('')
  return `<${name}${namespace === undefined ? '' : ` xmlns="${namespace}"`}${named}>${within}</${name}>`
}

const escapeText = (value: string) =>
  xmlText(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
const escapeAttribute = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
