/** The calls of splits: how the author's part of a project is shared. Shares are basis points, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { SHARERS_MAX, WHOLE } from '#domain/split.ts'
import { perMinute } from '../../platform/rate-limit.ts'
import { about, callsOfAdmins, callsOfFans, data, line, search, uuid } from '../api/call.ts'

const basisPoints = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(WHOLE))

export const shareWire = v.strictObject({
  artist: v.string(),
  name: v.string(),
  wallet: v.string(),
  basisPoints: v.number(),
  hasAccount: about(v.boolean(), 'Somebody acts for them in the studio, and so can agree.'),
})
export type ShareWire = v.InferOutput<typeof shareWire>

/** The split of one project, and the change that waits for everybody's agreement. */
export const splitWire = v.strictObject({
  project: v.strictObject({
    uid: v.string(),
    projectName: v.string(),
    author: v.string(),
    thumbnail: v.string(),
  }),
  isFixed: about(v.boolean(), 'The project is published: what the operator writes waits for consent, too.'),
  isClosed: about(v.boolean(), 'The project has ended: nothing is left to be shared otherwise.'),
  since: about(v.nullable(v.string()), 'Null where all of it is the author’s, as from the beginning.'),
  shares: v.array(shareWire),
  proposal: v.nullable(
    v.strictObject({
      uid: v.string(),
      proposedAt: v.string(),
      proposer: about(v.nullable(v.string()), 'The artist who proposed it; null for the operator.'),
      shares: v.array(shareWire),
      agreed: about(v.array(v.string()), 'Of those who have a share or would get one, who have agreed.'),
    }),
  ),
})
export type SplitWire = v.InferOutput<typeof splitWire>

/** GET /admin/sharers: somebody who may be given a share. */
export const sharerWire = v.strictObject({
  name: v.string(),
  wallet: v.string(),
  email: about(v.nullable(v.string()), 'As m•••@tune.test, unless all of it was searched for.'),
  isArtist: about(v.boolean(), 'They have a work, or a share of one, already.'),
})
export type SharerWire = v.InferOutput<typeof sharerWire>

/** GET /studio/sharers: an artist whose account agrees for them. */
export const ownSharerWire = v.strictObject({ artist: v.string(), name: v.string() })
export type OwnSharerWire = v.InferOutput<typeof ownSharerWire>

/** GET /studio/splits. */
export const ownSplitsWire = v.strictObject({
  artist: v.string(),
  works: about(v.array(splitWire), 'Works that are shared with them or are theirs; a hundred at most.'),
})
export type OwnSplitsWire = v.InferOutput<typeof ownSplitsWire>

const people = <const Schema extends v.GenericSchema>(share: Schema) =>
  v.pipe(v.array(share), v.minLength(1), v.maxLength(SHARERS_MAX))

const person = v.strictObject({
  name: about(line(120), 'As in their other projects.'),
  wallet: about(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)), 'By which we know them.'),
  basisPoints,
})
const refusals = [
  'project_closed',
  'shares_invalid',
  'split_waiting',
  'wallet_of_another',
  'staff_is_no_artist',
] as const

export const splitsCalls = {
  ...callsOfAdmins({
    'GET /admin/projects/{uid}/split': {
      roles: ['support', 'finance', 'content'],
      summary: 'Who shares the author’s part of a project.',
      answer: data(splitWire),
      unknown: 'project_not_found',
    },
    'GET /admin/sharers': {
      roles: ['content'],
      summary: 'Artists and people with a wallet, by part of a name or a whole e-mail; eight at most.',
      query: { search },
      answer: data(v.array(sharerWire)),
    },
    'POST /admin/projects/{uid}/split': {
      roles: ['content'],
      summary:
        'Sets who shares the author’s part; once published, proposes it to everybody concerned. Repeating it changes nothing.',
      proof: true,
      body: v.strictObject({ shares: people(person) }),
      answer: data(splitWire),
      unknown: 'project_not_found',
      refusals,
    },
    'POST /admin/splits/{uid}/withdraw': {
      roles: ['content'],
      summary: 'Takes a proposed change back.',
      answer: data(splitWire),
      unknown: 'split_not_found',
      refusals: ['split_decided'],
    },
  }),
  ...callsOfFans('account', {
    'GET /studio/splits': {
      summary: 'How the works of the artist are shared, and what waits for agreement.',
      limit: perMinute(60, 'in memory'),
      answer: data(ownSplitsWire),
      refusals: ['not_an_artist'],
    },
    'GET /studio/sharers': {
      summary: 'Who may be given a share: the artist whose account has this address, all of it.',
      limit: perMinute(10, 'in database'),
      query: { email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)) },
      answer: data(ownSharerWire),
      refusals: ['not_an_artist', 'sharer_has_no_account'],
    },
    'POST /studio/works/{uid}/split': {
      summary: 'Proposes other shares, before publication or after; whoever proposes has agreed.',
      proof: true,
      limit: perMinute(10, 'in database'),
      body: v.strictObject({ shares: people(v.strictObject({ artist: uuid, basisPoints })) }),
      answer: data(splitWire),
      unknown: 'project_not_found',
      refusals: [
        'not_an_artist',
        'successor_waits',
        'not_a_sharer',
        'sharer_has_no_account',
        'project_closed',
        'shares_invalid',
        'split_waiting',
      ],
    },
    'POST /studio/splits/{uid}/agree': {
      summary: 'Agrees to a change. With the last agreement it counts, for sales from then on.',
      proof: true,
      limit: perMinute(10, 'in database'),
      answer: data(splitWire),
      unknown: 'split_not_found',
      refusals: ['not_an_artist', 'successor_waits', 'not_a_sharer', 'split_decided', 'project_closed'],
    },
    'POST /studio/splits/{uid}/decline': {
      summary: 'Declines a change, or takes one’s own back: everything stays as it is.',
      limit: perMinute(10, 'in database'),
      answer: data(splitWire),
      unknown: 'split_not_found',
      refusals: ['not_an_artist', 'not_a_sharer', 'split_decided'],
    },
  }),
} as const
