/** POST, GET and HEAD /rpc/{function}: arguments by name. */
import type { Handler } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import type { RestEnv } from './caller.ts'
import { RestError } from './errors.ts'
import { readJson } from './parse-request.ts'
import { json } from './respond.ts'
import type { FunctionInfo, Schema, SchemaWith } from './schema-cache.ts'
import { ident, Statement } from './statement.ts'
import type { InTransaction } from './transactions.ts'

export function callByName(schemaWith: SchemaWith, inTransaction: InTransaction): Handler<RestEnv> {
  return async (c) => {
    const input =
      c.req.method === 'POST' ? await readJson(c) : Object.fromEntries(new URL(c.req.url).searchParams)
    if (input === null || typeof input !== 'object' || Array.isArray(input)) {
      throw new RestError('PGRST102', 'Empty or invalid json')
    }
    const name = c.req.param('function') ?? ''
    const schema = await schemaWith((known) => known.functions.some((info) => info.name === name))
    const info = findFunction(schema, name, Object.keys(input))
    if (c.req.method !== 'POST' && info.isVolatile) {
      throw new RestError('PGRST101', `Cannot use the ${c.req.method} method on RPC`)
    }
    return inTransaction(c, async (tx) => {
      const answer = await callFunction(tx, info, input as Record<string, unknown>)
      return answer === null ? c.body(null, 204) : json(c, 200, answer)
    })
  }
}

function findFunction(schema: Schema, name: string, given: string[]): FunctionInfo {
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

/** The answer as JSON text; null when the function returns nothing at all. */
async function callFunction(
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
