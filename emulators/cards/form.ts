/** Stripe's form encoding: `card[number]=…`, `expand[]=…`, `items[0][id]=…` (docs.stripe.com/api, "form-encoded"). */

export type Params = { [name: string]: Param }
export type Param = string | Params | Param[]

const DEEPEST = 8

/** Reads a form body or a query string into a tree without prototypes, so that no name can reach `Object.prototype`. */
export function parseForm(text: string): Params {
  const root = emptyParams()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    if (path.length <= DEEPEST) assign(root, path, value)
  }
  for (const [name, value] of Object.entries(root)) root[name] = listsOf(value)
  return root
}

function emptyParams(): Params {
  return Object.create(null) as Params
}

/** `a[]` gets the next free number, so that lists and numbered lists become one shape. */
function assign(root: Params, path: string[], value: string): void {
  let node = root
  path.forEach((step, depth) => {
    const name = step === '' ? String(Object.keys(node).length) : step
    if (depth === path.length - 1) {
      node[name] = value
      return
    }
    const child = node[name]
    const next = typeof child === 'object' && !Array.isArray(child) ? child : emptyParams()
    node[name] = next
    node = next
  })
}

/** Turns objects whose names are 0, 1, 2… into arrays. */
function listsOf(node: Param): Param {
  if (typeof node === 'string' || Array.isArray(node)) return node
  for (const [name, value] of Object.entries(node)) node[name] = listsOf(value)
  const names = Object.keys(node)
  const isList = names.length > 0 && names.every((name, index) => name === String(index))
  return isList ? Object.values(node) : node
}
