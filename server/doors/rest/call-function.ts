/** POST /rpc/{function}: arguments by name in a body of JSON; the answer is one value, or nothing. */
import type { Context, Handler } from 'hono'
import { allow, BUDGET } from './budget.ts'
import { answerBudget, type RestEnv } from './caller.ts'
import { RestError } from './errors.ts'
import { chooseShape, contentTypeOf } from './media.ts'
import { parseJson, readJson } from './parse-body.ts'
import { respond } from './respond.ts'
import { tooLarge } from './run.ts'
import { EXPOSED, type FunctionInfo, type Schema } from './schema.ts'
import type { KnowMore } from './schema-cache.ts'
import { ident, qualified, Statement } from './statement.ts'
import { withSchema } from './target.ts'
import type { InTransaction } from './transactions.ts'

type Given = { json: string; names: string[] }

export function callByName(knowMore: KnowMore, inTransaction: InTransaction): Handler<RestEnv> {
  return async (c) => {
    const given = await readArguments(c)
    return withSchema(c, knowMore, (schema) => call(c, schema, given, inTransaction))
  }
}

async function readArguments(c: Context): Promise<Given> {
  const json = (await readJson(c)) || '{}'
  const value = parseJson(json)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const names = isObject ? Object.keys(value) : []
  allow('arguments', names.length)
  return { json, names }
}

async function call(
  c: Context<RestEnv>,
  schema: Schema,
  given: Given,
  inTransaction: InTransaction,
): Promise<Response> {
  const info = findFunction(schema, c.req.param('function') ?? '', given.names)
  const shape = chooseShape(c.req.header('accept'))
  const statement = new Statement()
  const text = callSql(statement, info, given)
  const budget = answerBudget(c.get('caller'))
  return inTransaction(c, info.writes ? 'read write' : 'read only', async (tx) => {
    const most = BUDGET[budget].limit
    const [row] = await tx.unsafe<{ body: string | null }[]>(
      `select case when octet_length(body) <= ${most} then body end as body
       from (select coalesce(to_json((${text}))::text, 'null') as body) pgrst_answer`,
      statement.parameters as string[],
    )
    if (info.isVoid) return respond(c, { status: 204, body: null, headers: {} })
    if (!row || row.body === null) throw tooLarge(budget)
    return respond(c, { status: 200, body: row.body, headers: { 'content-type': contentTypeOf(shape) } })
  })
}

function callSql(statement: Statement, { name, parameters }: FunctionInfo, given: Given): string {
  const taken = parameters.filter((parameter) => given.names.includes(parameter.name))
  const list = taken.map((parameter) => `${ident(parameter.name)} => pgrst_body.${ident(parameter.name)}`)
  const call = `select ${qualified(EXPOSED, name)}(${list.join(', ')})`
  if (taken.length === 0) return call
  const types = taken.map((parameter) => `${ident(parameter.name)} ${parameter.type}`)
  return `${call} from json_to_record(${statement.text(given.json)}::json) as pgrst_body (${types.join(', ')})`
}

/** Throws PGRST202 where there is none that takes these arguments. */
function findFunction(schema: Schema, name: string, given: string[]): FunctionInfo {
  const info = schema.functions.get(name)
  if (
    info &&
    given.every((one) => info.parameters.some((parameter) => parameter.name === one)) &&
    info.parameters.every((parameter) => parameter.optional || given.includes(parameter.name))
  )
    return info
  const called = `${EXPOSED}.${name}`
  const list = given.toSorted().join(', ')
  const by =
    given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${list}`
  throw new RestError(
    'PGRST202',
    `Could not find the function ${called}${given.length === 0 ? by : `(${list})`} in the schema cache`,
    `Searched for the function ${called}${by} or with a single unnamed json/jsonb parameter, but no matches were ` +
      'found in the schema cache.',
  )
}
