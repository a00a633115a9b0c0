/** GET /openapi.json: the product API as OpenAPI 3.1, generated from the contracts. */
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { MAX_CENTAVOS } from '#domain/money.ts'
import { REFUSALS, type Refusal } from '#domain/refusal.ts'
import { REFUSAL_STATUS } from '#domain/refusal-status.ts'
import { OWNER } from '#domain/role.ts'
import { mapWithPauses } from '../../platform/map-with-pauses.ts'
import { type Access, type Call, type Calls, type JsonSchema, meaningOf, SECTIONS } from './call.ts'

/** A call with its name split; `path` is below /api/v1. */
type Answered = { status: 200 | 201; type: string; schema: JsonSchema }
export type Operation = Call & { method: 'get' | 'post'; path: string; answered: Answered }

/** The described calls, and by name the schemas that answers are made of. */
export type Described = { operations: readonly Operation[]; schemas: Readonly<Record<string, JsonSchema>> }

/** Answers that any caller may get from any endpoint. */
const ALWAYS: Record<Access, readonly Refusal[]> = {
  anyone: ['malformed', 'unavailable', 'unexpected'],
  fan: [
    'malformed',
    'unauthenticated',
    'second_factor_due',
    'account_inactive',
    'profile_incomplete',
    'unavailable',
    'unexpected',
  ],
  admin: [
    'malformed',
    'unauthenticated',
    'second_factor_due',
    'forbidden',
    'role_insufficient',
    'account_inactive',
    'profile_incomplete',
    'unavailable',
    'unexpected',
  ],
}

/** Every refusal an operation may answer with, in order of precedence. */
export function refusalsOf({ caller, unknown, limit, proof, refusals = [] }: Call): Refusal[] {
  const given = new Set([...ALWAYS[caller], ...refusals])
  if (unknown) given.add(unknown)
  if (limit) given.add('too_many_requests')
  if (proof) given.add('proof_due')
  return REFUSALS.filter((code) => given.has(code))
}

/** The schema of the input. An amount's custom check cannot be expressed in JSON Schema; its bounds can. */
export function bodySchema(body: v.GenericSchema): JsonSchema {
  const { $schema: _, ...schema } = toJsonSchema(body, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'check' && jsonSchema.type === 'number'
        ? { ...jsonSchema, type: 'integer', minimum: 1, maximum: MAX_CENTAVOS, description: 'Centavos.' }
        : null,
  })
  return schema
}

const REFERENCES = {
  typeMode: 'output',
  errorMode: 'ignore',
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const

/** `named` are the schemas with a name of their own, which others refer to. */
export async function describe(
  calls: Calls,
  named: Readonly<Record<string, v.GenericSchema>>,
): Promise<Described> {
  const definitions = { ...named }
  const schemaOf = (schema: v.GenericSchema): JsonSchema => {
    const { $schema: _, $defs: _defs, ...made } = toJsonSchema(schema, { ...REFERENCES, definitions })
    return made
  }
  const operations = await mapWithPauses(Object.entries(calls), ([name, call]) => {
    const [method = '', path = ''] = name.split(' ')
    return { ...call, method: method.toLowerCase() as 'get' | 'post', path, answered: answered(call.answer) }
  })

  /** The successful answer, including `{data}`. */
  function answered(answer: Call['answer']): Answered {
    if (answer.kind === 'file') return { status: 200, type: answer.type, schema: { type: 'string' } }
    if (answer.kind === 'whole') return { status: 200, type: JSON_TYPE, schema: schemaOf(answer.schema) }
    const schema = object({ data: schemaOf(answer.schema) })
    return { status: answer.status ?? 200, type: JSON_TYPE, schema }
  }
  return { operations, schemas: toJsonSchemaDefs(definitions, REFERENCES) as Described['schemas'] }
}

const JSON_TYPE = 'application/json'
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** The query parameters of an operation, by name. */
export function queryOf({ query = {} }: Call): { name: string; required: boolean; schema: JsonSchema }[] {
  return Object.entries(query).map(([name, schema]) => ({
    name,
    required: schema.type !== 'optional',
    schema: meaningOf(schema),
  }))
}

function parametersOf(operation: Operation): JsonSchema[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = queryOf(operation).map(({ name, required, schema: { description, ...schema } }) => ({
    name,
    in: 'query',
    description,
    ...(required && { required }),
    schema,
  }))
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body is carried out once, and answered alike.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  }
  return [...inPath, ...inQuery, ...(operation.key ? [header] : [])]
}

function answersOf(operation: Operation): Record<string, JsonSchema> {
  const { status, type, schema } = operation.answered
  const byStatus = Map.groupBy(refusalsOf(operation), (code) => REFUSAL_STATUS[code])
  const refused = [...byStatus].map(([code, refusals]) => [
    code,
    {
      description: refusals.map((refusal) => `\`${refusal}\``).join(', '),
      content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
    },
  ])
  return {
    [status]: { description: 'Done.', content: { [type]: { schema } } },
    ...Object.fromEntries(refused),
  }
}

function operationOf(operation: Operation): JsonSchema {
  const { method, path, section, caller, roles, summary, body } = operation
  return {
    operationId: `${method}${path.replace(/[^A-Za-z]+(\w?)/g, (_all, letter: string) => letter.toUpperCase())}`,
    tags: [section],
    summary,
    ...(roles && { 'x-roles': [...roles, OWNER] }),
    security: caller === 'anyone' ? [] : [{ session: [] }],
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: bodySchema(body) } } },
    }),
    responses: answersOf(operation),
  }
}

export type Publisher = { url: string; product: string }

/** Others are heard meanwhile: there are hundreds of operations. */
export async function openApiDocument(
  { operations, schemas }: Described,
  { url, product }: Publisher,
): Promise<JsonSchema> {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const made = await mapWithPauses(operations, operationOf)
  for (const [at, { path, method }] of operations.entries())
    paths[path] = { ...paths[path], [method]: made[at] ?? {} }
  return {
    openapi: '3.1.0',
    info: {
      title: product,
      version: '1',
      description: 'Amounts are centavos of a real, periods seconds, instants ISO 8601 in UTC.',
    },
    servers: [{ url: `${url}/api/v1` }],
    tags: SECTIONS.map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a session, from /auth/v1/token.',
        },
      },
    },
  }
}
