/** Which of the functions of one name is called, by the names of its arguments. */
import { RestError } from './errors.ts'
import type { FunctionInfo, Schema } from './schema.ts'
import { closest } from './suggest.ts'

export type Call = {
  name: string
  /** Names of the arguments. */
  given: string[]
  /** The type of the body of a POST; null for a call by GET. */
  contentType: string | null
}

/** Types of a single parameter without a name, by the type of the body that it takes whole. */
const WHOLE: Record<string, string[]> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}
const NOTHING_ELSE = ['text/plain', 'text/xml', 'application/octet-stream']

/** Throws PGRST202 if none fits, and PGRST203 if several do. */
export function findFunction(schema: Schema, call: Call): FunctionInfo {
  const named = schema.functions.get(call.name) ?? []
  const fitting = named.filter((info) => fits(info, call))
  const whole = named.filter((info) => takesBody(info, call.contentType))
  const found = fitting.length > 0 ? fitting : whole
  const [only] = found
  if (!only) throw notFound(schema, call, named)
  if (found.length > 1) throw ambiguous(found)
  return only
}

/** Whether a function's only parameter takes the body as it is. */
export function takesBody({ parameters }: FunctionInfo, contentType: string | null): boolean {
  const [only] = parameters
  if (!only || parameters.length > 1 || only.name !== '' || contentType === null) return false
  return WHOLE[contentType]?.includes(only.type) ?? false
}

function fits({ parameters }: FunctionInfo, { given, contentType }: Call): boolean {
  if (parameters.length === 0) {
    return given.length === 0 && !(contentType !== null && NOTHING_ELSE.includes(contentType))
  }
  return (
    given.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every(({ name, optional }) => optional || given.includes(name))
  )
}

function notFound(schema: Schema, { name, given, contentType }: Call, named: FunctionInfo[]): RestError {
  const called = `${schema.name}.${name}`
  const list = [...given].sort().join(', ')
  const isWhole = contentType !== null && NOTHING_ELSE.includes(contentType)
  const by = given.length === 0 ? ' without parameters' : null
  const parameters = by ?? ` with parameter${given.length > 1 ? 's' : ''} ${list}`
  const searched = isWhole
    ? ` with a single unnamed ${WHOLE[contentType ?? '']?.[0]} parameter`
    : contentType === 'application/json'
      ? `${parameters} or with a single unnamed json/jsonb parameter`
      : parameters
  return new RestError(
    'PGRST202',
    `Could not find the function ${called}${isWhole ? '' : (by ?? `(${list})`)} in the schema cache`,
    `Searched for the function ${called}${searched}, but no matches were found in the schema cache.`,
    isWhole ? null : suggestion(schema, name, `(${list})`, named),
  )
}

function suggestion(schema: Schema, name: string, given: string, named: FunctionInfo[]): string | null {
  const prefix = `Perhaps you meant to call the function ${schema.name}.`
  if (named.length === 0) {
    const other = closest(name, schema.functions.keys(), 0.33)
    return other && prefix + other
  }
  const lists = named.map(
    ({ parameters }) =>
      `(${parameters
        .map((parameter) => parameter.name)
        .sort()
        .join(', ')})`,
  )
  const other = closest(given, lists, 0.33)
  return other && prefix + name + other
}

function ambiguous(found: FunctionInfo[]): RestError {
  // As the original lists them: those with fewer parameters first, then by what they are called.
  const lists = found
    .map(({ schema, name, parameters }) => {
      const declared = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
      return { count: declared.length, text: `${schema}.${name}(${declared.join(', ')})` }
    })
    .toSorted((one, other) => one.count - other.count || (one.text < other.text ? -1 : 1))
    .map(({ text }) => text)
  return new RestError(
    'PGRST203',
    `Could not choose the best candidate function between: ${lists.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  )
}
