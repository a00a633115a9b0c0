/** Whether a document has the elements of the official layout, in their order, each in its form: `layout.json`. */
import layout from './layout.json' with { type: 'json' }
import type { Node } from './xml.ts'

type Rule = [name: string, is: string | Rule[]]

/** What is wrong with it, or null; `document` is its root, whose signature is looked at elsewhere. */
export function faultOfLayout(document: Node, root: 'DPS' | 'pedRegEvento'): string | null {
  if (document.name !== root || document.attributes.versao !== '1.01') return `${root} 1.01`
  const own = document.children.filter(({ name }) => name !== 'Signature')
  return faultWithin(own, layout[root] as Rule[], root)
}

function faultWithin(children: readonly Node[], rules: readonly Rule[], path: string): string | null {
  let at = 0
  for (const [name, is] of rules) {
    const node = children[at]
    if (name === '|') {
      const rule = (is as Rule[]).find(([one]) => one === node?.name)
      if (!node || !rule) return `${path}: ${(is as Rule[]).map(([one]) => one).join(' | ')}`
      const fault = faultOf(node, rule[1], `${path}/${rule[0]}`)
      if (fault) return fault
      at++
      continue
    }
    const wanted = name.replace('?', '')
    if (node?.name !== wanted) {
      if (name.startsWith('?')) continue
      return `${path}/${wanted}`
    }
    const fault = faultOf(node, is, `${path}/${wanted}`)
    if (fault) return fault
    at++
  }
  return at === children.length ? null : `${path}/${children[at]?.name}`
}

function faultOf(node: Node, is: string | Rule[], path: string): string | null {
  if (typeof is !== 'string') return node.text.trim() === '' ? faultWithin(node.children, is, path) : path
  return node.children.length === 0 && new RegExp(`^(?:${is})$`, 'u').test(node.text) ? null : path
}
