/** The calls of access. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { DEVICE_NAME } from '#domain/play-lease.ts'
import { PROJECT_PHASES } from '#domain/project.ts'
import { SONG_STATUSES, TOKEN_STATUSES } from '#domain/token.ts'
import { about, callsOfAnyone, callsOfFans, cursor, data, limit, page, uuid } from '../api/call.ts'
import { timedLineWire } from '../projects/wire.ts'

export const tokenWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  status: v.picklist(TOKEN_STATUSES),
  statusSong: v.picklist(SONG_STATUSES),
  amount: v.number(),
  tip: about(v.number(), 'What was paid for the artist beside its price.'),
  refunded: about(v.number(), 'Centavos of price and tip that were given back.'),
  createdAt: v.string(),
  willExpireAt: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
  regretted: about(v.boolean(), 'True once the purchase has been undone.'),
  revokedFor: about(
    v.nullable(v.picklist(['refund', 'dispute'])),
    'Why it was taken back before a play: its price was refunded, or a bank disputed it.',
  ),
  giver: about(v.nullable(v.string()), 'The nickname of whoever gave it; null for the fan’s own purchase.'),
  txHash: v.nullable(v.string()),
  txSong: v.nullable(v.string()),
  project: v.strictObject({
    uid: v.string(),
    projectName: v.string(),
    author: v.string(),
    thumbnail: v.string(),
    validPeriod: v.number(),
    tint: v.nullable(v.string()),
    phase: v.picklist(PROJECT_PHASES),
    artistSlug: about(v.nullable(v.string()), 'The address of its artist’s page, below /a/; null for none.'),
    lyrics: v.string(),
    timedLyrics: about(
      v.array(timedLineWire),
      'Lines with the seconds at which they are sung, in order; empty where no times are known, or the token gives no access.',
    ),
  }),
})
export type TokenWire = v.InferOutput<typeof tokenWire>

export const playWire = v.strictObject({
  uid: v.string(),
  statusSong: v.picklist(SONG_STATUSES),
  willExpireAt: v.string(),
  videoUrl: v.string(),
})
export type PlayWire = v.InferOutput<typeof playWire>

export const sampleWire = v.strictObject({
  author: v.string(),
  projectName: v.string(),
  thumbnail: v.string(),
  lyrics: v.string(),
  videoId: v.string(),
  videoUrl: v.string(),
})
export type SampleWire = v.InferOutput<typeof sampleWire>

const lease = v.object({ UID: uuid, device: v.optional(v.pipe(v.string(), v.regex(DEVICE_NAME))) })

export const accessCalls = {
  ...callsOfAnyone('market', {
    'GET /sample': {
      summary: 'The work that is free to watch.',
      answer: data(sampleWire),
      refusals: ['project_not_found'],
    },
  }),
  ...callsOfFans('access', {
    'GET /user-projects': {
      summary: 'The caller’s tokens: live ones, then those that have ended, each newest first.',
      query: { limit, after: cursor },
      answer: page(tokenWire),
    },
    'POST /play': {
      summary: 'Opens a live token: answers an address that plays until its window ends.',
      body: v.object({ ...lease.entries, takeOver: v.optional(v.boolean(), false) }),
      answer: data(playWire),
      refusals: ['token_not_found', 'token_not_playable', 'token_ended', 'playing_elsewhere'],
    },
    'POST /play/renew': {
      summary: 'This device is still playing; every fifteen seconds.',
      body: lease,
      answer: data(v.null()),
      refusals: ['token_not_found', 'token_ended', 'playing_elsewhere'],
    },
    'POST /play/release': {
      summary: 'This device has stopped playing.',
      body: lease,
      answer: data(v.null()),
    },
  }),
} as const
