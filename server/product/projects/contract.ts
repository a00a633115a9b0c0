/** The calls of projects. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { PROJECT_STATES } from '#domain/project.ts'
import { PROJECT_SORTS } from '#domain/search.ts'
import { TIMED_LINE_LENGTH, TIMED_LINES_MAX } from '#domain/timed-lyrics.ts'
import { VIDEO_MAX_BYTES, VIDEO_TYPES } from '#domain/video.ts'
import {
  about,
  callsOfAdmins,
  callsOfAnyone,
  callsOfFans,
  centavos,
  choice,
  created,
  data,
  page,
  paging,
  readable,
  search,
  uuid,
  whole,
} from '../api/call.ts'
import { list } from '../back-office/contract.ts'
import { days, oneOf } from '../back-office/filters.ts'
import { proposalCalls } from './proposal-contract.ts'
import {
  adminProjectPageWire,
  adminProjectWire,
  newVideoWire,
  PROJECT_TOKENS,
  pinWire,
  projectClosingWire,
  projectPreviewWire,
  projectTokenWire,
  projectWire,
  publicProjectWire,
  videoStateWire,
} from './wire.ts'

/** Names are part of the contract's code, where each has one byte for its length. */
const name = v.pipe(readable, v.trim(), v.minLength(1), v.maxLength(120), v.maxBytes(255))
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const wholeUpTo = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
const YEAR_SECONDS = 31_536_000

/** UTC. */
const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  v.transform((text) => new Date(`${text.replace(' ', 'T')}Z`)),
  v.date(),
)

export const projectFields = {
  projectName: name,
  author: name,
  authorWallet: address,
  symbol: v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,11}$/)),
  description: v.pipe(readable, v.trim(), v.minLength(1), v.maxLength(5000)),
  fiatPrice: v.pipe(centavos, v.minValue(100)),
  totalSupply: wholeUpTo(100_000),
  /** Seconds. */
  validPeriod: wholeUpTo(YEAR_SECONDS),
  videoId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,80}$/)),
  lyrics: v.pipe(readable, v.maxLength(50_000)),
  /** In the order in which they are sung; none for lyrics without times. */
  timedLyrics: v.pipe(
    v.array(
      v.strictObject({
        at: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400)),
        text: v.pipe(readable, v.maxLength(TIMED_LINE_LENGTH)),
      }),
    ),
    v.maxLength(TIMED_LINES_MAX),
    v.check((lines) => lines.every(({ at }, index) => at >= (lines[index - 1]?.at ?? 0)), 'in order'),
  ),
  thumbnail: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  /** The address of an MP3 in our storage; null for none. */
  clip: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(2000))),
  expiredAt: moment,
  /** When the first lot opens; null for at once. */
  opensAt: v.nullable(moment),
}

const { symbol: _symbol, totalSupply: _supply, ...editable } = projectFields

export const projectsCalls = {
  ...callsOfAnyone('market', {
    'GET /projects/{uid}/public': {
      summary: 'A published project, without its exclusive parts.',
      cache: 'everybody',
      answer: data(publicProjectWire),
      unknown: 'project_not_found',
    },
  }),
  ...callsOfFans('market', {
    'GET /projects': {
      summary: 'Published projects.',
      cache: 'newcomers',
      query: { search, sort: choice('The order.', PROJECT_SORTS, 'newest'), ...paging },
      answer: page(projectWire),
    },
    'GET /projects/{uid}': {
      summary: 'One project. Lyrics and media are there for whoever holds a live token of it.',
      cache: 'newcomers',
      answer: data(projectWire),
      unknown: 'project_not_found',
    },
  }),
  ...callsOfAdmins({
    ...list(
      '/admin/projects',
      adminProjectWire,
      ['support', 'finance', 'content'],
      'Projects, drafts and closed ones too.',
      {
        filters: { status: oneOf('Only those in this state.', PROJECT_STATES), ...days },
      },
    ),
    'POST /create-project': {
      roles: ['content'],
      summary: 'Makes a project. It waits for its contract, and begins unpublished.',
      key: true,
      body: v.object({
        ...projectFields,
        lyrics: v.optional(projectFields.lyrics, ''),
        timedLyrics: v.optional(projectFields.timedLyrics, () => []),
        clip: v.optional(projectFields.clip, null),
        opensAt: v.optional(projectFields.opensAt, null),
        mediaUrl: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
        baseURI: v.pipe(v.string(), v.maxLength(255)),
        contractURI: v.pipe(v.string(), v.maxLength(1000)),
        /** Whatever is sent, a project starts unpublished. */
        isActive: v.optional(v.boolean()),
      }),
      answer: created(v.strictObject({ uid: uuid })),
      refusals: ['clip_invalid', 'wallet_of_another', 'key_reused'],
    },
    'POST /projects/{uid}/publish': {
      roles: ['content'],
      summary: 'Publishes a project whose contract is there and whose video can be played.',
      answer: data(v.null()),
      unknown: 'project_not_found',
      refusals: [
        'project_not_published',
        'project_closed',
        'project_changed',
        'split_waiting',
        'video_missing',
        'video_not_ready',
        'video_unavailable',
      ],
    },
    'POST /admin/pin': {
      roles: ['content'],
      summary: 'Pins a project’s metadata for ever; nothing else passes.',
      body: v.object({
        fileName: v.pipe(v.string(), v.regex(/^[\w-]{1,80}-\d{1,4}\.json$/)),
        isJson: v.literal(true),
        fileContent: about(v.looseObject({}), 'The metadata of a contract or of a token, to the letter.'),
      }),
      answer: whole(pinWire),
      refusals: ['pinning_unavailable'],
    },
    'GET /admin/projects/{uid}': {
      roles: ['support', 'finance', 'content'],
      summary: 'Everything about one project.',
      answer: data(adminProjectPageWire),
      unknown: 'project_not_found',
    },
    ...list(
      '/admin/projects/{uid}/tokens',
      projectTokenWire,
      ['support', 'finance'],
      'Who holds its units, or who has played it.',
      {
        filters: { status: oneOf('Those held now, unless those played are asked for.', PROJECT_TOKENS) },
      },
    ),
    'GET /admin/projects/{uid}/preview': {
      roles: ['content'],
      summary: 'As a fan would see it, published or not.',
      answer: data(projectPreviewWire),
      unknown: 'project_not_found',
    },
    'GET /admin/projects/{uid}/closing': {
      roles: ['content'],
      summary: 'What closing it now would do, counted now.',
      answer: data(projectClosingWire),
      unknown: 'project_not_found',
    },
    'POST /admin/projects/{uid}/edit': {
      roles: ['content'],
      summary: 'Changes what may still be changed; what is not sent stays.',
      body: v.strictObject({
        ...v.partial(v.object(editable)).entries,
        version: v.pipe(v.number(), v.integer(), v.minValue(1)),
      }),
      answer: data(v.strictObject({ version: v.number() })),
      unknown: 'project_not_found',
      refusals: ['project_changed', 'project_terms_fixed', 'clip_invalid', 'wallet_of_another'],
    },
    'POST /admin/projects/{uid}/pause': {
      roles: ['content'],
      summary: 'Nothing of it is sold and nobody bids until it is resumed.',
      answer: data(v.null()),
      unknown: 'project_not_found',
      refusals: ['project_not_published', 'project_closed'],
    },
    'POST /admin/projects/{uid}/resume': {
      roles: ['content'],
      summary: 'Ends a pause.',
      answer: data(v.null()),
      unknown: 'project_not_found',
      refusals: ['project_not_published', 'project_closed'],
    },
    'POST /admin/videos': {
      roles: ['content'],
      summary: 'Where and how a video is sent to the library.',
      body: v.object({
        title: v.pipe(readable, v.trim(), v.minLength(1), v.maxLength(120)),
        type: v.picklist(VIDEO_TYPES),
        /** Bytes. */
        size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(VIDEO_MAX_BYTES)),
      }),
      answer: data(newVideoWire),
      refusals: ['video_unavailable'],
    },
    'GET /admin/videos/{video}': {
      roles: ['content'],
      summary: 'How far a video has been made ready.',
      answer: data(videoStateWire),
      unknown: 'not_found',
      refusals: ['video_unavailable'],
    },
  }),
  ...proposalCalls,
} as const
