/** The calls of support. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { ATTACHMENT_NAME_MAX, ATTACHMENTS_MAX } from '#domain/attachment.ts'
import { MESSAGE_MAX, SUPPORT_STATUSES, SUPPORT_TEMPLATES } from '#domain/request.ts'
import { perHour } from '../../platform/rate-limit.ts'
import {
  about,
  callsOfAdmins,
  callsOfFans,
  data,
  file,
  line,
  page,
  paging,
  uuid,
  words,
} from '../api/call.ts'
import { list, personWire } from '../back-office/contract.ts'
import { days, ofPerson, oneOf } from '../back-office/filters.ts'
import { giftOfPersonWire, heldForWire, tokenOfPersonWire } from './possession-wire.ts'

/** What was sent with a message; the file itself is GET …/files/{uid}. */
export const attachedWire = v.strictObject({
  uid: v.string(),
  name: about(v.string(), 'What its sender calls it.'),
  type: v.string(),
  size: about(v.number(), 'In bytes.'),
  isImage: v.boolean(),
})
export type AttachedWire = v.InferOutput<typeof attachedWire>

/** The body of what is written: a text, and files that have been uploaded for it. */
const written = v.object({
  message: words(MESSAGE_MAX),
  files: about(
    v.optional(
      v.pipe(v.array(v.object({ uid: uuid, name: line(ATTACHMENT_NAME_MAX) })), v.maxLength(ATTACHMENTS_MAX)),
      [],
    ),
    'Uploaded before to the bucket `support`: a fan’s as `asked/{id}/{uid}`, those of support as `answered/{id}/{uid}`.',
  ),
})
export type Written = v.InferOutput<typeof written>

/** The file that a request began with. */
export const firstFile = v.nullable(v.strictObject({ type: v.string(), isImage: v.boolean() }))

const latest = about(v.string(), 'What was written last, by either side.')
/** Whoever reads more opens the request, which is in the audit trail. */
export const BEGINNING_MAX = 140
const answeredAt = about(v.nullable(v.string()), 'When support answered last.')

/** GET /admin/support. The file itself is GET /admin/support/{id}/file. */
export const adminSupportWire = v.strictObject({
  id: v.number(),
  subject: v.string(),
  latest: about(
    v.string(),
    `The first ${BEGINNING_MAX} characters of what was written last, by either side: all of it is GET /admin/support/{id}.`,
  ),
  status: v.picklist(SUPPORT_STATUSES),
  createdAt: v.string(),
  answeredAt,
  assignee: about(v.nullable(v.string()), 'Who looks after it.'),
  user: v.strictObject({ ...personWire.entries, tel: v.nullable(v.string()) }),
  file: firstFile,
})
export type AdminSupportWire = v.InferOutput<typeof adminSupportWire>

export const messageWire = v.strictObject({
  id: v.number(),
  admin: about(v.nullable(v.string()), 'Null where it is the person’s own.'),
  sender: about(
    v.nullable(v.string()),
    'The address that a mail came from; null for what was written in the product.',
  ),
  message: v.string(),
  files: v.array(attachedWire),
  filesRefused: about(
    v.number(),
    'Files of a mail that were not kept: of another type, too large, or too many.',
  ),
  createdAt: v.string(),
})

/** GET /admin/support/{id}. The file itself is GET /admin/support/{id}/file. */
export const supportDetailWire = v.strictObject({
  id: v.number(),
  subject: v.string(),
  message: v.string(),
  status: v.picklist(SUPPORT_STATUSES),
  createdAt: v.string(),
  answeredAt,
  user: v.strictObject({
    ...personWire.entries,
    tel: v.nullable(v.string()),
    language: v.picklist(['pt', 'en']),
  }),
  file: firstFile,
  assignee: about(v.nullable(v.strictObject({ uid: v.string(), name: v.string() })), 'Who looks after it.'),
  answers: about(v.array(messageWire), 'What was written since, on both sides, oldest first.'),
  templates: about(
    v.array(v.strictObject({ id: v.picklist(SUPPORT_TEMPLATES), text: v.string() })),
    'Answers to begin with, in the person’s language.',
  ),
  available: about(v.number(), 'Free money of the person; below zero only by disputes.'),
  held: about(v.number(), 'Held for bids, gifts, refunds and withdrawals.'),
  heldFor: about(v.array(heldForWire), 'The sum of each reason, the largest first.'),
  tokens: about(v.array(tokenOfPersonWire), 'Their newest.'),
  gifts: about(v.array(giftOfPersonWire), 'The newest that they gave.'),
})
export type SupportDetailWire = v.InferOutput<typeof supportDetailWire>

/** GET /support-requests: what the caller has asked support. */
export const ownRequestWire = v.strictObject({
  id: v.number(),
  subject: v.string(),
  message: v.string(),
  latest,
  status: v.picklist(SUPPORT_STATUSES),
  createdAt: v.string(),
  answeredAt,
  file: about(firstFile, 'What it began with: GET /support-requests/{id}/file.'),
})
export type OwnRequestWire = v.InferOutput<typeof ownRequestWire>

/** GET /support-requests/{id}. */
export const ownConversationWire = v.strictObject({
  ...ownRequestWire.entries,
  answers: about(
    v.array(
      v.strictObject({
        id: v.number(),
        by: v.picklist(['support', 'person']),
        message: v.string(),
        files: v.array(attachedWire),
        createdAt: v.string(),
      }),
    ),
    'What was written since, on both sides, oldest first.',
  ),
})
export type OwnConversationWire = v.InferOutput<typeof ownConversationWire>

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
    'GET /support-requests': {
      summary: 'What the caller has asked support, newest first.',
      query: paging,
      answer: page(ownRequestWire),
    },
    'GET /support-requests/{id}': {
      summary: 'One of the caller’s requests, with everything written since.',
      answer: data(ownConversationWire),
      unknown: 'request_not_found',
    },
    'GET /support-requests/{id}/file': {
      summary: 'The file that the request began with.',
      answer: file('application/octet-stream'),
      unknown: 'not_found',
      refusals: ['attachment_invalid'],
    },
    'GET /support-requests/{id}/files/{uid}': {
      summary: 'A file of the conversation.',
      answer: file('application/octet-stream'),
      unknown: 'not_found',
    },
    'POST /support-requests/{id}/replies': {
      summary: 'Adds to the conversation, which then waits for support again.',
      key: true,
      limit: perHour(20, 'in database'),
      body: written,
      answer: data(v.strictObject({ status: v.picklist(SUPPORT_STATUSES) })),
      unknown: 'request_not_found',
      refusals: ['attachment_invalid', 'key_reused'],
    },
  }),
  ...callsOfAdmins({
    ...list('/admin/support', adminSupportWire, ['support'], 'Requests for support.', {
      filters: { status: oneOf('Only those of a status.', SUPPORT_STATUSES), ...days, ...ofPerson },
    }),
    ...list('/admin/support-waiting', adminSupportWire, ['support'], 'Requests that wait for an answer.', {
      filters: { ...days, ...ofPerson },
    }),
    'GET /admin/support/{id}': {
      roles: ['support'],
      summary: 'One request, with its answers.',
      reading: 'support.read',
      answer: data(supportDetailWire),
      unknown: 'record_not_found',
    },
    'GET /admin/support/{id}/file': {
      roles: ['support'],
      summary: 'The file that it began with.',
      reading: 'support.read-file',
      answer: file('application/octet-stream'),
      unknown: 'not_found',
      refusals: ['attachment_invalid'],
    },
    'GET /admin/support/{id}/files/{uid}': {
      roles: ['support'],
      summary: 'A file of the conversation.',
      reading: 'support.read-file',
      answer: file('application/octet-stream'),
      unknown: 'not_found',
    },
    'POST /admin/support/{id}/answers': {
      roles: ['support'],
      summary: 'Answers it by mail.',
      key: true,
      body: v.object({
        ...written.entries,
        seen: about(
          v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), null),
          'The `id` of the last answer of support that its writer has seen, 0 for none: a colleague’s newer one refuses this. Null does not ask.',
        ),
      }),
      answer: data(v.strictObject({ status: v.picklist(SUPPORT_STATUSES) })),
      unknown: 'record_not_found',
      refusals: ['attachment_invalid', 'answered_meanwhile', 'key_reused'],
    },
    'POST /admin/support/{id}/assign': {
      roles: ['support'],
      summary: 'Takes it over, or hands it back.',
      body: v.object({ mine: v.boolean() }),
      answer: data(v.strictObject({ assigned: v.boolean() })),
      unknown: 'record_not_found',
    },
    'POST /admin/support/{id}/close': {
      roles: ['support'],
      summary: 'Closes it.',
      answer: data(v.strictObject({ status: v.picklist(SUPPORT_STATUSES) })),
      unknown: 'record_not_found',
    },
  }),
} as const
