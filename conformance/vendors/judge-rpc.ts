/** Holds what was said to a chain's node, and what it answered, against Ethereum's description of its calls (OpenRPC). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'

/** A request and its answer as they travelled: a call, or several in one. */
export type RpcExchange = { asked: string; answered: string }

type Call = { jsonrpc?: unknown; id?: unknown; method?: string; params?: unknown }
type Answer = { jsonrpc?: unknown; id?: unknown; result?: unknown; error?: unknown }

const description = JSON.parse(readFileSync(join(import.meta.dirname, 'ethereum.json'), 'utf8')) as {
  methods: Record<string, object>
}
const ajv = new Ajv({ strict: false, allErrors: true }).addSchema(description, 'ethereum')

/** JSON-RPC 2.0, section 5.1. */
const ERROR = {
  type: 'object',
  required: ['code', 'message'],
  additionalProperties: false,
  properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
}
ajv.addSchema(ERROR, 'error')

/** The development node's own, for tests. */
const ASIDE = /^(anvil|evm|hardhat|txpool)_/

/** What each of them has that the description has not; empty when all is well. */
export function rpcFaultsOf(exchanges: readonly RpcExchange[]): string[] {
  return [...new Set(exchanges.flatMap(({ asked, answered }) => faultsOfOne(asked, answered)))]
}

function faultsOfOne(asked: string, answered: string): string[] {
  const answers = listOf<Answer>(answered)
  return listOf<Call>(asked).flatMap((call) => {
    const { method = '' } = call
    if (ASIDE.test(method)) return []
    if (!Object.hasOwn(description.methods, method)) return [`${method} is in no description`]
    const answer = answers.find(({ id }) => id === call.id)
    return [
      ...(call.jsonrpc === '2.0' ? [] : [`${method} was asked in another version`]),
      ...(answer ? answerFaults(method, answer) : [`${method} was not answered`]),
      // What was refused may be wrong.
      ...(answer?.error
        ? []
        : check(`ethereum#/methods/${method}/params`, call.params ?? [], `${method} was asked`)),
    ]
  })
}

function answerFaults(method: string, { jsonrpc, result, error }: Answer): string[] {
  const what = `${method} answered`
  return [
    ...(jsonrpc === '2.0' ? [] : [`${what} in another version`]),
    ...(error === undefined
      ? check(`ethereum#/methods/${method}/result`, result, what)
      : check('error', error, what)),
  ]
}

function check(schema: string, value: unknown, what: string): string[] {
  const validate = ajv.getSchema(schema)
  if (!validate) throw new Error(`${schema} is in no description`)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [what, instancePath, message, JSON.stringify(params)].join(' '),
  )
}

function listOf<Part>(text: string): Part[] {
  const said = JSON.parse(text) as Part | Part[]
  return Array.isArray(said) ? said : [said]
}
