/** Just enough XML to read what a taxpayer sends, and to write it in exclusive canonical form, independently of who wrote it. */

export type Node = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Node[]
  text: string
}

/** The root of a document in UTF-8 without comments, prefixes or document types; throws what is wrong with it. */
export function parseXml(source: string): Node {
  const head = /^<\?xml version="1\.0" encoding="UTF-8"\?>/i.exec(source)
  if (!head) throw new XmlFault('E1229')
  const tokens = source.slice(head[0].length).match(/<[^>]*>|[^<]+/g) ?? []
  const open: Node[] = []
  let root: Node | undefined
  for (const token of tokens) {
    const top = open.at(-1)
    if (!token.startsWith('<')) {
      if (top) top.text += readEntities(token)
      else if (token.trim() !== '') throw new XmlFault('E1226')
    } else if (token.startsWith('</')) {
      if (!top || token !== `</${top.name}>`) throw new XmlFault('E1226')
      open.pop()
    } else {
      const node = readTag(token)
      if (top) top.children.push(node)
      else if (root) throw new XmlFault('E1226')
      else root = node
      if (!token.endsWith('/>')) open.push(node)
    }
  }
  if (!root || open.length > 0) throw new XmlFault('E1226')
  return root
}

/** `message` is the tax office's code. */
export class XmlFault extends Error {}

function readTag(token: string): Node {
  const found = /^<([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*\/?>$/.exec(token)
  const [, name = '', rest = ''] = found ?? []
  if (!found) throw new XmlFault('E1226')
  if (name.includes(':') || /xmlns:/.test(rest)) throw new XmlFault('E1228')
  const attributes = Object.fromEntries(
    [...rest.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, readEntities(value)]),
  )
  return { name, attributes, children: [], text: '' }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#xD;': '\r',
  '&amp;': '&',
}
const readEntities = (text: string) => text.replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity)

/** Of an element alone, as if it were a document: its namespace is written where it begins. */
export function canonical(node: Node, namespace: string | undefined, outer?: string): string {
  const own = node.attributes.xmlns ?? namespace
  const attributes = Object.entries(node.attributes)
    .filter(([key]) => key !== 'xmlns')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => ` ${key}="${value.replace(/[&<"]/g, toEntity)}"`)
  const declared = own === outer || own === undefined ? '' : ` xmlns="${own}"`
  const within =
    node.children.length > 0
      ? node.children.map((child) => canonical(child, own, own)).join('')
      : node.text.replace(/[&<>\r]/g, toEntity)
  return `<${node.name}${declared}${attributes.join('')}>${within}</${node.name}>`
}

const toEntity = (character: string) =>
  Object.entries(ENTITIES).find(([, value]) => value === character)?.[0] ?? character

export const child = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find((each) => each.name === name)

/** The text at the end of a path of names. */
export const textAt = (node: Node, ...path: string[]): string | undefined =>
  path.reduce<Node | undefined>((at, name) => child(at, name), node)?.text
