/** What the calls themselves tell: their description, and which of them somebody may use. */
import { ok } from '#domain/result.ts'
import { mayUse, type StaffRole } from '#domain/role.ts'
import { answerHeader } from '../platform/http/answer-header.ts'
import { contentMark } from '../platform/http/content-mark.ts'
import type { Call } from './api/call.ts'
import { openApiDocument, type Publisher } from './api/openapi.ts'
import { endpoints } from './api/serve.ts'
import { CALLS, referenceCalls } from './calls.ts'
import { describeCalls } from './describe-calls.ts'

export const referenceEndpoints = endpoints(referenceCalls, ({ env }) => {
  /** Written at the first question, and then kept: it is long, and anybody may ask. */
  let written: Promise<Written> | undefined
  return {
    'GET /openapi.json': async ({ c }) => {
      written ??= writeDocument({ url: env.PUBLIC_URL, product: env.PRODUCT_NAME })
      const { bytes, etag } = await written
      answerHeader(c, 'etag', etag)
      if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304)
      return c.body(bytes, 200, { 'content-type': 'application/json' })
    },
    'GET /admin/office': ({ fan: { role } }) => ok({ role, calls: callsFor(role) }),
  }
})

type Written = { bytes: Uint8Array<ArrayBuffer>; etag: string }

async function writeDocument(publisher: Publisher): Promise<Written> {
  const bytes = new TextEncoder().encode(
    JSON.stringify(await openApiDocument(await describeCalls(), publisher)),
  )
  return { bytes, etag: contentMark(bytes) }
}

function callsFor(role: StaffRole): string[] {
  const calls: [string, Call][] = Object.entries(CALLS)
  return calls
    .filter(([, { caller, roles = [] }]) => caller === 'admin' && mayUse(roles, role))
    .map(([name]) => name)
}
