/** The calls of gifts. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { GIFT_STATUSES, RETURN_REASONS } from '#domain/gift.ts'
import { perHour, perMinute } from '../../platform/rate-limit.ts'
import { about, callsOfAnyone, callsOfFans, data, page, paging } from '../api/call.ts'

const work = v.strictObject({
  uid: v.string(),
  projectName: v.string(),
  author: v.string(),
  thumbnail: v.string(),
  tint: v.nullable(v.string()),
})

/** A gift as its giver sees it. */
export const giftWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  status: v.picklist(GIFT_STATUSES),
  payment: about(v.string(), 'The payment that bought it.'),
  amount: v.number(),
  email: about(v.nullable(v.string()), 'Whom we wrote to, while it waits; null for a link.'),
  words: v.string(),
  acceptBy: about(v.string(), 'Until when it can be accepted.'),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
  returnedFor: v.nullable(v.picklist(RETURN_REASONS)),
  token: about(
    v.nullable(v.string()),
    'Its token, while the giver may still undo the purchase of an accepted gift: it has not been played.',
  ),
  project: work,
})
export type GiftWire = v.InferOutput<typeof giftWire>

/** A gift as whoever has its link sees it. */
export const offeredGiftWire = v.strictObject({
  uid: about(v.string(), 'By which its giver finds it among their own.'),
  status: v.picklist(['waiting', 'accepted', 'taken_back', 'closed', 'over']),
  giver: about(v.string(), 'Their nickname; never their name or address.'),
  words: v.string(),
  acceptBy: v.string(),
  validPeriod: about(v.number(), 'Seconds of access, from the first play.'),
  project: work,
})
export type OfferedGiftWire = v.InferOutput<typeof offeredGiftWire>

const secret = v.object({
  code: about(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)), 'What the link carries behind its #.'),
})

export const giftsCalls = {
  ...callsOfAnyone('market', {
    'POST /gifts/offered': {
      summary: 'What a gift’s link offers. Changes nothing.',
      limit: perMinute(60, 'in memory'),
      body: secret,
      answer: data(offeredGiftWire),
      refusals: ['gift_not_found'],
    },
  }),
  ...callsOfFans('market', {
    'POST /gifts/accept': {
      summary:
        'Accepts a gift: its token is made for the caller, and the window to press play begins. Repeating it changes nothing.',
      complete: true,
      limit: perMinute(30, 'in memory'),
      body: secret,
      answer: data(v.strictObject({ token: about(v.string(), 'The uid of the token.') })),
      refusals: [
        'gift_not_found',
        'own_gift',
        'gift_taken',
        'gift_over',
        'gift_beside_bid',
        'project_not_published',
        'already_owned',
      ],
    },
    'GET /gifts': {
      summary: 'The gifts that the caller has given, newest first.',
      query: paging,
      answer: page(giftWire),
    },
    'POST /gifts/{uid}/link': {
      summary: 'Makes a new link to hand over; the former one opens nothing any more.',
      // Whoever has the link has the unit, whomever the giver meant.
      proof: true,
      limit: perHour(60, 'in database'),
      answer: data(v.strictObject({ link: v.string() })),
      unknown: 'gift_not_found',
      refusals: ['gift_taken', 'gift_over'],
    },
    'POST /gifts/{uid}/mail': {
      summary: 'Sends the mail of a gift once more, with a new link.',
      answer: data(v.null()),
      unknown: 'gift_not_found',
      refusals: ['gift_taken', 'gift_over', 'gift_mails_limit'],
    },
    'POST /gifts/{uid}/take-back': {
      summary:
        'Ends a gift that nobody has accepted: its price is in the wallet again, its unit on sale. Repeating it changes nothing.',
      answer: data(v.null()),
      unknown: 'gift_not_found',
      refusals: ['gift_taken'],
    },
  }),
} as const
