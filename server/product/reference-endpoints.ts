/** GET /openapi.json. */
import { ok } from '#domain/result.ts'
import type { JsonSchema } from './api/call.ts'
import { openApiDocument } from './api/openapi.ts'
import { endpoints } from './api/serve.ts'
import { referenceCalls } from './calls.ts'
import { describeCalls } from './describe-calls.ts'

/** Written at the first question, and then kept. */
export const referenceEndpoints = endpoints(referenceCalls, ({ env }) => {
  let document: JsonSchema | undefined
  return {
    'GET /openapi.json': async () => {
      document ??= openApiDocument(await describeCalls(), { url: env.PUBLIC_URL, product: env.PRODUCT_NAME })
      return ok(document)
    },
  }
})
