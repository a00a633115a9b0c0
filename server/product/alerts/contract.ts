/** The calls of alerts. Amounts are centavos. */
import * as v from 'valibot'
import { ALERT_CHANNELS, ALERT_TOPICS, WORK_TOPICS } from '#domain/alert.ts'
import { normaliseEmail } from '#domain/email.ts'
import { perMinute } from '../../platform/rate-limit.ts'
import { about, callsOfAnyone, callsOfFans, centavos, data, words } from '../api/call.ts'

/** What the confirmation of an address made of what its sign-up had brought. */
export const SIGN_UP_OUTCOMES = ['kept', 'dropped'] as const
export type SignUpOutcome = (typeof SIGN_UP_OUTCOMES)[number]

export const followingWire = v.strictObject({
  follows: about(v.boolean(), 'Whether the caller follows its artist.'),
  watches: about(v.boolean(), 'Whether they watch this work.'),
  below: about(
    v.nullable(v.number()),
    'They are told when a unit can be had for no more than this; null for never.',
  ),
  muted: about(v.array(v.picklist(WORK_TOPICS)), 'What they do not want to hear of this work.'),
})
export type FollowingWire = v.InferOutput<typeof followingWire>

export const followedWire = v.strictObject({
  artists: v.array(
    v.strictObject({
      name: v.string(),
      uid: about(v.string(), 'Their newest work.'),
      page: about(v.nullable(v.string()), 'The address of their page, below /a/; null for none.'),
    }),
  ),
  works: v.array(
    v.strictObject({ name: v.string(), author: v.string(), uid: v.string(), below: v.nullable(v.number()) }),
  ),
})
export type FollowedWire = v.InferOutput<typeof followedWire>

export const alertSettingsWire = v.strictObject({
  quietNight: about(v.boolean(), 'From 22h to 8h in São Paulo, alerts wait for the morning.'),
  topics: v.array(
    v.strictObject({
      topic: v.picklist(ALERT_TOPICS),
      bell: v.boolean(),
      push: v.boolean(),
      mail: v.boolean(),
    }),
  ),
})
export type AlertSettingsWire = v.InferOutput<typeof alertSettingsWire>

export const alertsCalls = {
  ...callsOfAnyone('account', {
    'POST /mail-returned': {
      summary:
        'Whether mails to this address come back, and whether its sign-up was kept or dropped when it was confirmed. Told to the browser (`X-Browser-Key`) that signed it up or has been signed in to its account; anybody else is answered as about any address.',
      body: v.strictObject({ email: v.pipe(words(320), v.transform(normaliseEmail)) }),
      answer: data(
        v.strictObject({ isReturned: v.boolean(), signUp: v.nullable(v.picklist(SIGN_UP_OUTCOMES)) }),
      ),
      limit: perMinute(60, 'in memory'),
    },
  }),
  ...callsOfFans('account', {
    'GET /projects/{uid}/following': {
      summary: 'Whether the caller follows a project’s artist, and watches the project.',
      answer: data(followingWire),
      unknown: 'project_not_found',
    },
    'POST /projects/{uid}/following': {
      summary: 'Changes that; what is not sent stays, and repeating it changes nothing.',
      body: v.strictObject({
        follows: v.optional(v.boolean()),
        watches: v.optional(v.boolean()),
        below: v.optional(v.nullable(v.pipe(centavos, v.minValue(1)))),
        muted: v.optional(v.array(v.picklist(WORK_TOPICS))),
      }),
      answer: data(followingWire),
      unknown: 'project_not_found',
      refusals: ['following_limit'],
    },
    'GET /alerts': {
      summary: 'Whom and what the caller follows, and which alerts reach them how.',
      answer: data(v.strictObject({ followed: followedWire, settings: alertSettingsWire })),
    },
    'POST /alerts': {
      summary: 'Switches one kind of alert on one way, or the quiet night.',
      body: v.strictObject({
        quietNight: v.optional(v.boolean()),
        alert: v.optional(
          v.strictObject({
            topic: v.picklist(ALERT_TOPICS),
            channel: v.picklist(ALERT_CHANNELS),
            on: v.boolean(),
          }),
        ),
      }),
      answer: data(alertSettingsWire),
    },
  }),
} as const
