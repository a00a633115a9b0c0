/** Pages and other addresses outside the doors. */
import fc from 'fast-check'
import type { Facts } from './facts.ts'
import type { Target } from './input.ts'
import type { Route } from './server.ts'
import { badWord } from './values.ts'

/** Fills `:name` and `*` of a route. */
export function pathOf(path: string, uids: readonly string[], words: readonly string[] = []) {
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...uids, ...words) },
    { weight: 1, arbitrary: badWord },
  )
  const slots = path.match(/:\w+(\{[^}]*\})?|\*/g) ?? []
  return fc.tuple(...slots.map(() => part)).map((parts) => {
    let at = 0
    return path.replace(/:\w+(\{[^}]*\})?|\*/g, () => encode(parts[at++] ?? ''))
  })
}

/** Percent-encoded; half a surrogate pair becomes what UTF-8 has in its place. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed().slice(0, 3000))
}

export function pageTarget({ method, path }: Route, { uids }: Facts): Target {
  return {
    door: 'pages',
    name: `${method} ${path}`,
    method: method === 'ALL' ? 'GET' : method,
    sent: pathOf(path, uids, ['index.html', 'robots.txt']).map((at) => ({ path: at })),
  }
}
