/** Typed reading of request parameters, refusing with Stripe's own codes and sentences. */
import { invalidRequest } from './errors.ts'
import type { Param, Params } from './form.ts'

/** Refuses names that the endpoint does not take: a typing mistake must not pass here and fail in production. */
export function allowOnly(params: Params, names: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !names.includes(name) && name !== 'expand')
  if (unknown === undefined) return
  throw invalidRequest(
    `Received unknown parameter: ${unknown} (or one that this emulator does not implement)`,
    {
      code: 'parameter_unknown',
      param: unknown,
    },
  )
}

/** A text, or null when it is absent or empty (Stripe reads an empty text as "unset"). */
export function text(params: Params, name: string): string | null {
  const value = params[name]
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${name}`, { param: name })
  return value
}

export function requiredText(params: Params, name: string, path: string = name): string {
  return text(params, name) ?? missingParam(path)
}

/** An integer, or undefined when it is absent. */
export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name)
  if (value === null) return undefined
  if (!/^-?\d{1,15}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  }
  return Number(value)
}

/** A boolean; absent reads as false. */
export function flag(params: Params, name: string): boolean {
  const value = text(params, name)
  if (value !== null && value !== 'true' && value !== 'false') {
    throw invalidRequest(`Invalid boolean: ${value}`, { param: name })
  }
  return value === 'true'
}

/** One of `choices`, or the first of them when it is absent. */
export function choice<T extends string>(params: Params, name: string, choices: readonly [T, ...T[]]): T {
  const value = text(params, name)
  if (value === null) return choices[0]
  const found = choices.find((known) => known === value)
  if (found !== undefined) return found
  throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name })
}

/** A nested object, or an empty one. */
export function group(params: Params, name: string): Params {
  const value = params[name]
  if (value === undefined || value === '') return {}
  if (!isGroup(value)) throw invalidRequest('Invalid object', { param: name })
  return value
}

/** A list of texts, or an empty one. */
export function texts(params: Params, name: string): string[] {
  const value = params[name]
  if (value === undefined || value === '') return []
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw invalidRequest('Invalid array', { param: name })
  }
  return value
}

/** `previous` with the given keys set; a key given empty is removed. Limits as documented: 50 keys, 40 and 500 letters. */
export function metadata(params: Params, previous: Record<string, string> = {}): Record<string, string> {
  if (params.metadata === '') return {}
  const merged = { ...previous }
  for (const [key, value] of Object.entries(group(params, 'metadata'))) {
    if (typeof value !== 'string' || value.length > 500 || key.length > 40) {
      throw invalidRequest('Metadata keys have up to 40 characters and values up to 500.', {
        param: `metadata[${key}]`,
      })
    }
    if (value === '') delete merged[key]
    else merged[key] = value
  }
  if (Object.keys(merged).length > 50) {
    throw invalidRequest('Metadata has at most 50 keys.', { param: 'metadata' })
  }
  return merged
}

export function missingParam(path: string): never {
  throw invalidRequest(`Missing required param: ${path}.`, { code: 'parameter_missing', param: path })
}

function isGroup(value: Param): value is Params {
  return typeof value === 'object' && !Array.isArray(value)
}
