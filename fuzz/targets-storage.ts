/** The routes of the files' door: names, listings, and pictures that are none. */
import fc from 'fast-check'
import type { Facts } from './facts.ts'
import type { Target } from './input.ts'
import type { Route } from './server.ts'
import { queryText } from './targets-api.ts'
import { pathOf } from './targets-pages.ts'
import { badValue, badWord } from './values.ts'

const WORDS = ['images', 'profile/a.png', 'a b.png', 'nothing', '.emptyFolderPlaceholder', 'profile/../x']
const FORM = [
  '--x\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0089PNG\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{"a":\r\n--x--',
  '--x\r\n\r\n--x',
  '--y--',
]
const FIELDS = ['prefix', 'prefixes', 'limit', 'offset', 'sortBy', 'search']
const QUERY = ['token', 'download', 'width', 'height', 'resize', 'limit', 'offset', 'search']

export function storageTarget({ method, path }: Route, { uids }: Facts): Target {
  const value = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom<unknown>(
        ...WORDS,
        10,
        true,
        ['images'],
        { column: 'name', order: 'asc' },
        { width: 10 },
      ),
    },
    { weight: 1, arbitrary: badValue },
  )
  const json = fc
    .dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 5 })
    .map((body) => ({ type: 'application/json', body: JSON.stringify(body) }))
  const form = fc.constantFrom(...FORM).map((body) => ({ type: 'multipart/form-data; boundary=x', body }))
  const picture = fc
    .tuple(
      fc.constantFrom('image/png', 'image/webp', 'image/svg+xml', 'image/x'),
      fc.oneof(
        fc.constantFrom(
          '\u0089PNG\r\n\u001a\n',
          '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
          'RIFF....WEBP',
        ),
        badWord,
      ),
    )
    .map(([type, body]) => ({ type, body }))
  const query = fc.dictionary(
    fc.constantFrom(...QUERY),
    fc.oneof(fc.constantFrom('1', '0', '-1', '99999', 'contain', 'origin', 'a.b.c', ''), badWord),
    { maxKeys: 3 },
  )
  return {
    door: 'storage',
    name: `${method} ${path}`,
    method: method === 'ALL' ? 'POST' : method,
    sent: fc
      .record({
        path: pathOf(path, uids, WORDS),
        query,
        content: fc.oneof({ weight: 3, arbitrary: json }, form, picture),
      })
      .map(({ path, query, content }) => ({
        path: path.replaceAll('%2F', '/') + queryText(query),
        body: method === 'GET' ? null : content.body,
        headers: method === 'GET' ? {} : { 'content-type': content.type },
      })),
  }
}
