/** Support requests: those of a failed screen, and those that operators answer. */
import { ok, refuse } from '#domain/result.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import { answerSupport, closeSupport } from './answer.ts'
import { supportCalls } from './contract.ts'
import { raiseAlert } from './report-screen-failure.ts'
import { findSupport, supportFile, supportRequests } from './requests.ts'

export const supportEndpoints = endpoints(supportCalls, (ctx) => {
  const { sql } = ctx
  return {
    'POST /alert': ({ fan, body }) => raiseAlert(ctx, fan, body),
    ...serveList(sql, '/admin/support', supportRequests),
    'GET /admin/support/{id}': async ({ params }) => {
      const found = await findSupport(sql, params.id)
      return found ? ok(found) : refuse('record_not_found')
    },
    'GET /admin/support/{id}/file': async ({ c, params }) => {
      const file = await supportFile(sql, params.id)
      if (!file) return refuse('not_found')
      // Strangers sent it, so browsers are told never to open it in place.
      return c.body(new Uint8Array(file.bytes), 200, {
        'content-type': file.type,
        'content-disposition': 'attachment',
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      })
    },
    'POST /admin/support/{id}/answers': ({ params, body, key, by }) => {
      const requestHash = hashRequest(`/admin/support/${params.id}/answers`, body)
      return answerSupport(sql, params.id, { ...body, key, requestHash }, by)
    },
    'POST /admin/support/{id}/close': ({ params, by }) => closeSupport(sql, params.id, by),
  }
})
