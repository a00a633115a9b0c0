/** Checks every answer of /api/v1 against its contract: in tests, a missing or additional field is a fault. */
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import * as v from 'valibot'
import { REFUSAL_STATUS } from '#domain/refusal-status.ts'
import { type Call, type ErrorAnswer, errorAnswer } from '../product/api/call.ts'
import type { ApiEnv } from '../product/api/fan.ts'
import { refusalsOf } from '../product/api/openapi.ts'
import { CALLS } from '../product/calls.ts'

const PATTERNS = Object.entries<Call>(CALLS).map(([name, call]) => ({
  name,
  call,
  // Paths with parameters come after those without, as in the door.
  matches: new RegExp(`^${name.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** `api` with a check of every answer; a call without a contract must be refused as unknown. */
export function withPromisedAnswers(api: Hono<ApiEnv>): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    const name = `${c.req.method} ${new URL(c.req.url).pathname}`
    const found =
      PATTERNS.find((pattern) => pattern.name === name) ?? PATTERNS.find(({ matches }) => matches.test(name))
    if (!c.res.headers.get('content-type')?.startsWith('application/json')) return
    const body = Buffer.from(await c.res.clone().arrayBuffer())
    const isZipped = c.res.headers.get('content-encoding') === 'gzip'
    const json: unknown = JSON.parse((isZipped ? gunzipSync(body) : body).toString())
    const fault = found ? faultOf(found.call, c.res.status, json) : null
    if (fault === null) return
    const answer = `${c.res.status} ${JSON.stringify(json)}`
    throw new Error(`${found?.name} answered ${answer}, which is not promised: ${fault}`)
  })
  // Hono would answer 500: the test has to fail with this error, wherever it stands.
  app.onError((fault) => {
    throw fault
  })
  app.route('/', api)
  return app
}

/** Null when the answer is what the contract promises. */
export function faultOf(call: Call, status: number, json: unknown): string | null {
  if (status >= 400) return refusalFault(call, status, json)
  const { answer } = call
  if (answer.kind === 'file') return null
  const schema = answer.kind === 'data' ? v.strictObject({ data: answer.schema }) : answer.schema
  const parsed = v.safeParse(schema, json)
  return parsed.success ? null : textOf(parsed.issues)
}

function refusalFault(call: Call, status: number, json: unknown): string | null {
  const parsed = v.safeParse(errorAnswer, json)
  if (!parsed.success) return textOf(parsed.issues)
  const { code } = (json as ErrorAnswer).data
  const isPromised = refusalsOf(call).includes(code) || code === 'not_found'
  return isPromised && REFUSAL_STATUS[code] === status ? null : `${code} is not promised`
}

const textOf = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ')
