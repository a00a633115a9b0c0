/** In which form a caller wants the answer: the `Accept` header. */
import { RestError } from './errors.ts'

/** Rows as a list, one row as an object, or none at all. */
export type Shape = 'array' | 'object' | 'none'

const OBJECT = 'application/vnd.pgrst.object'
const LISTS = ['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array']

/** The first of the accepted types that is offered. Throws PGRST107 if there is none. */
export function chooseShape(header = '*/*'): Exclude<Shape, 'none'> {
  const accepted = parseAccept(header)
  for (const { type, stripsNulls } of accepted) {
    const bare = type.replace(/\+json$/, '')
    if (stripsNulls) continue
    if (bare === OBJECT) return 'object'
    if (LISTS.includes(bare)) return 'array'
  }
  const asked = accepted.map(({ type }) => type).join(', ')
  throw new RestError('PGRST107', `None of these media types are available: ${asked}`)
}

export function contentTypeOf(shape: Shape): string {
  return `${shape === 'object' ? `${OBJECT}+json` : 'application/json'}; charset=utf-8`
}

/** In the order of their quality, then in that of the header. */
function parseAccept(header: string): { type: string; stripsNulls: boolean }[] {
  return header
    .split(',')
    .map((text) => {
      const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1'
      return { type, quality: Number(quality) || 0, stripsNulls: parameters.includes('nulls=stripped') }
    })
    .filter(({ type }) => type !== '')
    .sort((one, other) => other.quality - one.quality)
}
