/** The calls of support. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { MESSAGE_MAX, SUPPORT_STATUSES } from '#domain/request.ts'
import { perHour } from '../../platform/rate-limit.ts'
import { callsOfAdmins, callsOfFans, data, file, words } from '../api/call.ts'
import { list, personWire } from '../back-office/contract.ts'

/** GET /admin/support. The file itself is GET /admin/support/{id}/file. */
export const adminSupportWire = v.strictObject({
  id: v.number(),
  subject: v.string(),
  message: v.string(),
  status: v.picklist(SUPPORT_STATUSES),
  createdAt: v.string(),
  user: v.strictObject({ ...personWire.entries, tel: v.nullable(v.string()) }),
  file: v.nullable(v.strictObject({ type: v.string(), isImage: v.boolean() })),
})
export type AdminSupportWire = v.InferOutput<typeof adminSupportWire>

/** GET /admin/support/{id}. The file itself is GET /admin/support/{id}/file. */
export const supportDetailWire = v.strictObject({
  id: v.number(),
  subject: v.string(),
  message: v.string(),
  status: v.picklist(SUPPORT_STATUSES),
  createdAt: v.string(),
  user: v.strictObject({
    ...personWire.entries,
    tel: v.nullable(v.string()),
    language: v.picklist(['pt', 'en']),
  }),
  file: v.nullable(v.strictObject({ type: v.string(), isImage: v.boolean() })),
  answers: v.array(
    v.strictObject({ id: v.number(), admin: v.string(), message: v.string(), createdAt: v.string() }),
  ),
})
export type SupportDetailWire = v.InferOutput<typeof supportDetailWire>

export const supportCalls = {
  ...callsOfFans('service', {
    'POST /alert': {
      limit: perHour(5, 'in database'),
      summary: 'Tells support that a screen failed for the caller.',
      body: v.object({
        screen: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
        message: v.pipe(v.string(), v.maxLength(500)),
      }),
      answer: data(v.strictObject({ sent: v.literal(true) })),
    },
  }),
  ...callsOfAdmins({
    ...list('/admin/support', adminSupportWire, 'Requests for support.'),
    'GET /admin/support/{id}': {
      summary: 'One request, with its answers.',
      answer: data(supportDetailWire),
      unknown: 'record_not_found',
    },
    'GET /admin/support/{id}/file': {
      summary: 'What was attached to it.',
      answer: file('application/octet-stream'),
      unknown: 'not_found',
    },
    'POST /admin/support/{id}/answers': {
      summary: 'Answers it by mail.',
      key: true,
      body: v.object({ message: words(MESSAGE_MAX) }),
      answer: data(v.strictObject({ status: v.picklist(SUPPORT_STATUSES) })),
      unknown: 'record_not_found',
      refusals: ['key_reused'],
    },
    'POST /admin/support/{id}/close': {
      summary: 'Closes it.',
      answer: data(v.strictObject({ status: v.picklist(SUPPORT_STATUSES) })),
      unknown: 'record_not_found',
    },
  }),
} as const
