/** Support requests: those of a failed screen, and those that operators answer. */
import { ok, refuse } from '#domain/result.ts'
import { cleanUpload } from '../../platform/adapters/uploads.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import { answerSupport, assignSupport, closeSupport } from './answer.ts'
import { supportCalls } from './contract.ts'
import { findSupport } from './conversation.ts'
import { fileAnswer, type OpenedFile, openFile } from './files.ts'
import { ownConversation, ownRequests, replyToSupport } from './own-requests.ts'
import { raiseAlert } from './report-screen-failure.ts'
import { supportFile, supportRequests } from './requests.ts'

export const supportEndpoints = endpoints(supportCalls, (ctx) => {
  const { sql } = ctx
  return {
    'POST /alert': ({ fan, body }) => raiseAlert(ctx, fan, body),
    'GET /support-requests': async ({ fan, query }) => ok(await ownRequests(sql, fan.uid, query)),
    'GET /support-requests/{id}': async ({ fan, params }) => {
      const found = await ownConversation(sql, fan.uid, params.id)
      return found ? ok(found) : refuse('request_not_found')
    },
    'GET /support-requests/{id}/file': async ({ fan, params }) => {
      const found = await supportFile(sql, { id: params.id, person: fan.uid })
      return found ? firstFileAnswer(found) : refuse('not_found')
    },
    'GET /support-requests/{id}/files/{uid}': async ({ fan, params }) => {
      const found = await openFile(ctx, { ...params, person: fan.uid })
      return found ? fileAnswer(found) : refuse('not_found')
    },
    'POST /support-requests/{id}/replies': ({ fan, params, body, key }) => {
      const requestHash = hashRequest(`/support-requests/${params.id}/replies`, body)
      return replyToSupport(sql, fan.uid, params.id, { ...body, key, requestHash })
    },
    ...serveList(sql, '/admin/support', supportRequests('all')),
    ...serveList(sql, '/admin/support-waiting', supportRequests('waiting')),
    'GET /admin/support/{id}': async ({ params }) => {
      const found = await findSupport(sql, params.id)
      return found ? ok(found) : refuse('record_not_found')
    },
    'GET /admin/support/{id}/file': async ({ params }) => {
      const found = await supportFile(sql, { id: params.id })
      return found ? firstFileAnswer(found) : refuse('not_found')
    },
    'GET /admin/support/{id}/files/{uid}': async ({ params }) => {
      const found = await openFile(ctx, params)
      return found ? fileAnswer(found) : refuse('not_found')
    },
    'POST /admin/support/{id}/answers': ({ params, body, key, by }) => {
      const requestHash = hashRequest(`/admin/support/${params.id}/answers`, body)
      return answerSupport(ctx, params.id, { ...body, key, requestHash }, by)
    },
    'POST /admin/support/{id}/assign': ({ params, body, by }) => assignSupport(sql, params.id, body.mine, by),
    'POST /admin/support/{id}/close': ({ params, by }) => closeSupport(sql, params.id, by),
  }
})

/**
 * The table has checked how the file begins, and no more: a picture is drawn anew, and one that cannot be, or that would
 * unpack into gigabytes, reaches no screen.
 */
async function firstFileAnswer({ name, type, bytes }: OpenedFile) {
  const clean = await cleanUpload(bytes, type).catch(() => null)
  return clean ? fileAnswer({ name, type, bytes: clean }) : refuse('attachment_invalid')
}
