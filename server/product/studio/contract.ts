/** The calls of an artist's own place. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { ANNOUNCEMENT_MAX } from '#domain/alert.ts'
import { STORY_MAX } from '#domain/artist.ts'
import { LEGAL_NAME_MAX } from '#domain/payout.ts'
import { PIX_KEY_TYPES } from '#domain/pix-key.ts'
import { PROJECT_PHASES } from '#domain/project.ts'
import { perMinute } from '../../platform/rate-limit.ts'
import {
  about,
  callsOfAnyone,
  callsOfFans,
  cursor,
  data,
  file,
  limit,
  line,
  parameter,
  readable,
  whole,
  words,
} from '../api/call.ts'
import { staysHere } from '../api/stays-here.ts'
import {
  artistFiguresWire,
  artistKeyWire,
  artistStatementWire,
  owedWire,
  ownPayoutWire,
  tipWire,
} from '../artists/earnings-wire.ts'
import { projectFields } from '../projects/contract.ts'
import { projectWire, publicProjectWire, timedLineWire } from '../projects/wire.ts'

/** GET /artist-pages/{name}. */
export const artistPageWire = v.strictObject({
  name: v.string(),
  slug: v.string(),
  story: v.string(),
  picture: v.nullable(v.string()),
  works: about(v.array(publicProjectWire), 'The open ones first, then the newest; sixty at most.'),
})
export type ArtistPageWire = v.InferOutput<typeof artistPageWire>

const ownKey = v.pick(artistKeyWire, ['legalName', 'pixKeyType', 'pixKey', 'enteredAt', 'confirmedAt'])
const announcement = v.strictObject({ text: v.string(), at: v.string() })

/** GET /studio. */
export const studioWire = v.strictObject({
  name: v.string(),
  slug: v.nullable(v.string()),
  story: v.string(),
  picture: v.nullable(v.string()),
  key: about(v.nullable(ownKey), 'Where payouts go, and what waits for our confirmation.'),
  waitingKey: v.nullable(ownKey),
  ...owedWire.entries,
  payouts: about(v.array(ownPayoutWire), 'The newest twenty; all of them are in the statement.'),
  followers: v.number(),
  mayAnnounce: about(v.boolean(), 'Nothing has been announced today, in São Paulo.'),
  announcements: about(v.array(announcement), 'The newest ten.'),
  tips: about(v.array(tipWire), 'The newest twenty amounts that fans added to prices, with their lines.'),
})
export type StudioWire = v.InferOutput<typeof studioWire>

/** GET /studio/figures. */
export const studioFiguresWire = v.strictObject({
  at: v.string(),
  works: v.array(
    v.strictObject({
      ...artistFiguresWire.entries.projects.item.entries,
      isAuthor: about(
        v.boolean(),
        'Whether it is the artist’s own, to be changed by them, or shared with them.',
      ),
      phase: v.picklist(PROJECT_PHASES),
      isPaused: v.boolean(),
      unsold: about(v.number(), 'Units that nobody has had yet.'),
      opensAt: about(v.nullable(v.string()), 'An announced opening, past or to come.'),
      expiredAt: v.string(),
      plays: about(v.number(), 'Units that were played.'),
      bids: about(v.number(), 'All bids that were ever placed.'),
      resales: about(
        v.strictObject({
          count: v.number(),
          last: v.nullable(v.number()),
          highest: v.nullable(v.number()),
        }),
        'Units that went at auction, and for how much.',
      ),
    }),
  ),
})
export type StudioFiguresWire = v.InferOutput<typeof studioFiguresWire>

/** GET /studio/works/{uid}: what the artist may change of a work. */
export const studioWorkWire = v.strictObject({
  uid: v.string(),
  version: about(v.number(), 'Grows with every edit; what was read has to be sent with the next one.'),
  projectName: v.string(),
  author: v.string(),
  lyrics: about(v.string(), 'HTML.'),
  timedLyrics: v.array(timedLineWire),
  clip: projectWire.entries.clip,
  videoUrl: about(v.string(), 'To listen while the lines are timed; valid for an hour.'),
})
export type StudioWorkWire = v.InferOutput<typeof studioWorkWire>

const month = parameter(v.string(), { type: 'string', description: 'A month in São Paulo, yyyy-MM.' })
const refusals = ['not_an_artist'] as const
const { lyrics, timedLyrics, clip } = projectFields

export const studioCalls = {
  ...callsOfAnyone('market', {
    'GET /artist-pages/{name}': {
      summary: 'An artist’s public page: story, picture and published works.',
      cache: 'everybody',
      answer: data(artistPageWire),
      unknown: 'artist_not_found',
    },
  }),
  ...callsOfFans('account', {
    'GET /studio': {
      summary: 'The artist for whom the caller’s account acts; null for none.',
      answer: data(v.nullable(studioWire)),
    },
    'GET /studio/figures': {
      summary: 'The live figures of the artist’s published works.',
      limit: perMinute(60, 'in memory'),
      answer: data(studioFiguresWire),
      refusals,
    },
    'GET /studio/statement': {
      summary: 'The artist’s movements of a month, with what was owed before and after.',
      query: { month, limit, cursor },
      answer: whole(artistStatementWire),
      refusals,
    },
    'GET /studio/statement.csv': {
      summary: 'The same, whole, as a file.',
      query: { month },
      limit: perMinute(10, 'in database'),
      answer: file('text/csv'),
      refusals,
    },
    'POST /studio/keys': {
      summary: 'Enters where payouts go; it counts once our team has confirmed it.',
      proof: true,
      limit: perMinute(5, 'in database'),
      body: v.object({
        legalName: line(LEGAL_NAME_MAX),
        pixKeyType: v.picklist(PIX_KEY_TYPES),
        pixKey: words(120),
      }),
      answer: data(ownKey),
      refusals: ['not_an_artist', 'successor_waits', 'pix_key_invalid'],
    },
    'POST /studio/page': {
      summary: 'Changes story and picture of the artist’s page.',
      limit: perMinute(20, 'in memory'),
      body: v.strictObject({
        story: v.pipe(readable, v.trim(), v.maxLength(STORY_MAX)),
        picture: about(
          v.nullable(v.pipe(v.string(), v.maxLength(2000))),
          'In our own storage; null for none.',
        ),
      }),
      answer: data(v.null()),
      refusals: ['not_an_artist', 'picture_invalid'],
    },
    'POST /studio/announcements': {
      summary: 'Tells followers something, once a day. Repeating the same text changes nothing.',
      limit: perMinute(10, 'in database'),
      body: v.object({ text: v.pipe(words(ANNOUNCEMENT_MAX), staysHere) }),
      answer: data(announcement),
      refusals: ['not_an_artist', 'successor_waits', 'announced_today', 'words_lead_away'],
    },
    'GET /studio/works/{uid}': {
      summary: 'What the artist may change of a work of theirs.',
      answer: data(studioWorkWire),
      unknown: 'project_not_found',
    },
    'POST /studio/works/{uid}': {
      summary: 'Changes clip, lyrics and their times; what is not sent stays.',
      body: v.strictObject({
        version: v.pipe(v.number(), v.integer(), v.minValue(1)),
        ...v.partial(v.object({ lyrics, timedLyrics, clip })).entries,
      }),
      answer: data(v.strictObject({ version: v.number() })),
      unknown: 'project_not_found',
      refusals: ['not_an_artist', 'project_changed', 'clip_invalid'],
    },
  }),
} as const
