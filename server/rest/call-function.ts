/** POST and GET /rpc/{function}: arguments by name. */
import type { Tx } from '../db/sql.ts'
import { RestError } from './errors.ts'
import type { FunctionInfo, Schema } from './schema-cache.ts'
import { ident, Statement } from './statement.ts'

export function findFunction(schema: Schema, name: string, given: string[]): FunctionInfo {
  const fits = schema.functions.filter(
    (candidate) =>
      candidate.name === name &&
      given.every((argument) => candidate.parameters.some((parameter) => parameter.name === argument)) &&
      candidate.parameters.every((parameter) => parameter.optional || given.includes(parameter.name)),
  )
  const [only] = fits
  if (only && fits.length === 1) return only
  throw new RestError(
    'PGRST202',
    `Could not find the function public.${name}(${[...given].sort().join(', ')}) in the schema cache`,
    `Searched for the function public.${name} with parameters ${[...given].sort().join(', ')}, but no matches were found in the schema cache.`,
  )
}

/** The answer as JSON text; null when the function answers nothing at all. */
export async function callFunction(
  tx: Tx,
  info: FunctionInfo,
  input: Record<string, unknown>,
): Promise<string | null> {
  const statement = new Statement()
  const given = info.parameters.filter((parameter) => parameter.name in input)
  const list = given.map(({ name }) => `${ident(name)} => input.${ident(name)}`).join(', ')
  const call = `public.${ident(info.name)}(${list})`
  const types = given.map(({ name, type }) => `${ident(name)} ${type}`).join(', ')
  const from =
    given.length > 0
      ? ` from json_to_record(${statement.text(JSON.stringify(input))}::json) as input (${types})`
      : ''
  const text = info.returnsSet
    ? `select coalesce(json_agg(answer), '[]')::text as body from (select (${call}).*${from}) answer`
    : `select to_json(${call})::text as body${from}`
  if (info.returnsVoid) {
    await tx.unsafe(`select ${call}${from}`, statement.parameters as string[])
    return null
  }
  const [row] = await tx.unsafe<{ body: string | null }[]>(text, statement.parameters as string[])
  return row?.body ?? 'null'
}
