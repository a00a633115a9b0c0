/** What a function is called with: a body of JSON, a form, text or bytes, or the query string. */
import type { Context } from 'hono'
import type { Arguments } from './build-call.ts'
import { RestError } from './errors.ts'
import { takesBody } from './find-function.ts'
import { contentTypeOf, parseJson, readText } from './parse-body.ts'
import type { Query } from './parse-query.ts'
import type { FunctionInfo } from './schema.ts'

export type Given = {
  /** The type of the body, as functions are chosen by it; null for a call by GET. */
  contentType: string | null
  /** Names of the arguments in the body. */
  names: string[]
  /** The body as text; bytes in hexadecimal digits. */
  body: string
}

const FORM = 'application/x-www-form-urlencoded'

/** Throws PGRST102 for a body that cannot be read, or is of a type that functions do not take. */
export async function readGiven(c: Context): Promise<Given> {
  if (c.req.method !== 'POST') return { contentType: null, names: [], body: '' }
  const contentType = contentTypeOf(c)
  if (contentType === 'application/octet-stream') {
    return { contentType, names: [], body: Buffer.from(await c.req.arrayBuffer()).toString('hex') }
  }
  const body = await readText(c)
  if (contentType === FORM) return { contentType, names: [...new URLSearchParams(body).keys()], body }
  if (contentType === 'application/json') return { contentType, names: namesOf(body), body: body || '{}' }
  if (contentType === 'text/plain' || contentType === 'text/xml') {
    if (body.includes('\0')) throw new RestError('PGRST102', 'The body holds what cannot be stored')
    return { contentType, names: [], body }
  }
  throw new RestError('PGRST102', `Content-Type not acceptable: ${contentType}`)
}

function namesOf(body: string): string[] {
  const value = body === '' ? {} : parseJson(body)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.keys(value) : []
}

export function argumentsFor(info: FunctionInfo, given: Given, query: Query, names: string[]): Arguments {
  if (given.contentType === null) return { kind: 'texts', given: gathered(query.args) }
  const isOnlyNameless = info.parameters.length === 1 && info.parameters[0]?.name === ''
  if (takesBody(info, given.contentType) || (isOnlyNameless && names.length > 0)) {
    return { kind: 'whole', text: given.body, bytes: given.contentType === 'application/octet-stream' }
  }
  if (given.contentType === FORM) return { kind: 'texts', given: gathered(new URLSearchParams(given.body)) }
  return { kind: 'json', json: given.body, given: names }
}

function gathered(pairs: Iterable<[string, string]>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [name, value] of pairs) found.set(name, [...(found.get(name) ?? []), value])
  return found
}
