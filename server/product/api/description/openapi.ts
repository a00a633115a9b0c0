/** GET /openapi.json: the product API as OpenAPI 3.1, made of the descriptions beside this file. */
import { toJsonSchema } from '@valibot/to-json-schema'
import type { Handler } from 'hono'
import type { GenericSchema } from 'valibot'
import { MAX_CENTAVOS } from '#domain/money.ts'
import { REFUSAL_STATUS, REFUSALS, type Refusal } from '#domain/refusal.ts'
import type { ApiContext, ApiEnv } from '../door.ts'
import { admin } from './admin.ts'
import { adminMoney } from './admin-money.ts'
import { adminPeople } from './admin-people.ts'
import { fan } from './fan.ts'
import { market } from './market.ts'
import { type Caller, type JsonSchema, type Operation, SECTIONS, WIRE_SCHEMAS } from './operation.ts'

export const OPERATIONS: readonly Operation[] = [...market, ...fan, ...admin, ...adminPeople, ...adminMoney]

/** What may be answered to whoever calls, whichever endpoint it is. */
const ALWAYS: Record<Caller, readonly Refusal[]> = {
  anyone: ['malformed', 'unavailable', 'unexpected'],
  fan: ['malformed', 'unauthenticated', 'second_factor_due', 'account_inactive', 'unavailable', 'unexpected'],
  admin: [
    'malformed',
    'unauthenticated',
    'second_factor_due',
    'forbidden',
    'account_inactive',
    'unavailable',
    'unexpected',
  ],
}

/** Every refusal an operation may answer with, in their order of precedence. */
export function refusalsOf({ caller, refusals = [] }: Operation): Refusal[] {
  const given = new Set([...ALWAYS[caller], ...refusals])
  return REFUSALS.filter((code) => given.has(code))
}

/** The schema of what is sent. An amount's own check cannot be said in JSON Schema; its bounds can. */
export function bodySchema(body: NonNullable<Operation['body']>): JsonSchema {
  if (!isSchema(body)) return body
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

function isSchema(body: NonNullable<Operation['body']>): body is GenericSchema {
  return '~standard' in body
}

function parametersOf({ path, query = {}, key }: Operation): JsonSchema[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query).map(([name, parameter]) => ({ name, in: 'query', ...parameter }))
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body is carried out once, and answered alike.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  }
  return [...inPath, ...inQuery, ...(key ? [header] : [])]
}

function answersOf(operation: Operation): Record<string, JsonSchema> {
  const { status = 200, type = 'application/json', schema } = operation.answer
  const byStatus = Map.groupBy(refusalsOf(operation), (code) => REFUSAL_STATUS[code])
  const refused = [...byStatus].map(([code, refusals]) => [
    code,
    {
      description: refusals.map((refusal) => `\`${refusal}\``).join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
    },
  ])
  return {
    [status]: { description: 'Done.', content: { [type]: { schema } } },
    ...Object.fromEntries(refused),
  }
}

function operationOf(operation: Operation): JsonSchema {
  const { method, path, section, caller, summary, body } = operation
  return {
    operationId: `${method}${path.replace(/[^A-Za-z]+(\w?)/g, (_all, letter: string) => letter.toUpperCase())}`,
    tags: [section],
    summary,
    security: caller === 'anyone' ? [] : [{ session: [] }],
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: bodySchema(body) } } },
    }),
    responses: answersOf(operation),
  }
}

export type House = { url: string; product: string }

export function describeApi({ url, product }: House): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationOf(operation) }
  }
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
      schemas: WIRE_SCHEMAS,
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

export function getOpenApi({ env }: Pick<ApiContext, 'env'>): Handler<ApiEnv> {
  let document: JsonSchema | undefined
  return (c) => {
    document ??= describeApi({ url: env.PUBLIC_URL, product: env.PRODUCT_NAME })
    return c.json(document)
  }
}
