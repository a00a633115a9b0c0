/** What may be asked of projects. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { PROJECT_PHASES } from '#domain/project.ts'
import { PROPOSAL_STATUSES } from '#domain/proposal.ts'
import { MESSAGE_MAX } from '#domain/request.ts'
import { PROJECT_SORTS } from '#domain/search.ts'
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
  search,
  uuid,
  whole,
  words,
} from '../api/call.ts'
import { list, personWire, workWire } from '../back-office/contract.ts'

/** GET /admin/projects: drafts and closed ones too. */
export const adminProjectWire = v.strictObject({
  ...workWire.entries,
  id: v.number(),
  uid: v.string(),
  contractAddress: v.nullable(v.string()),
  fiatPrice: v.number(),
  totalSupply: v.number(),
  sales: about(v.number(), 'Tokens sold, in the first lot and at auction.'),
  isActive: v.boolean(),
  isPaused: v.boolean(),
  phase: v.picklist(PROJECT_PHASES),
  createdAt: v.string(),
})
export type AdminProjectWire = v.InferOutput<typeof adminProjectWire>

export const pinWire = v.strictObject({ IpfsHash: v.string() })
export type PinWire = v.InferOutput<typeof pinWire>

export const projectWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  projectName: v.string(),
  author: v.string(),
  thumbnail: v.string(),
  contractAddress: v.nullable(v.string()),
  symbol: v.string(),
  fiatPrice: v.number(),
  isActive: v.boolean(),
  isPaused: about(v.boolean(), 'While it is, nothing of it is sold and nobody bids.'),
  totalSupply: v.number(),
  createdAt: v.string(),
  description: v.string(),
  validPeriod: v.number(),
  expiredAt: v.string(),
  nextExpire: about(v.nullable(v.string()), '`yyyy-MM-dd HH:mm:ss` in UTC, or null while no token is live.'),
  totalAvailable: v.number(),
  leading: about(v.nullable(v.number()), 'Amount of the best standing bid.'),
  hasProject: v.boolean(),
  phase: v.picklist(PROJECT_PHASES),
  tint: about(
    v.nullable(v.string()),
    '`#rrggbb`: the hue its cover is remembered by; null where the cover could not be read.',
  ),
  lyrics: about(v.string(), 'The exclusive parts are empty for whoever holds no live token.'),
  videoId: v.string(),
  mediaUrl: v.string(),
  authorWallet: v.string(),
  baseURI: v.string(),
  contractURI: v.string(),
})
export type ProjectWire = v.InferOutput<typeof projectWire>

/** GET /projects/{uid}/public: what anybody may know of a published project. */
export const publicProjectWire = v.pick(projectWire, [
  'uid',
  'projectName',
  'author',
  'thumbnail',
  'description',
  'fiatPrice',
  'totalSupply',
  'totalAvailable',
  'validPeriod',
  'expiredAt',
  'nextExpire',
  'leading',
  'phase',
  'isPaused',
  'tint',
])
export type PublicProjectWire = v.InferOutput<typeof publicProjectWire>

/** What changes of a project while people look at the list; topic `projects` tells it. */
export const projectNews = v.pick(projectWire, [
  'uid',
  'phase',
  'isPaused',
  'totalAvailable',
  'nextExpire',
  'leading',
])
export type ProjectNews = v.InferOutput<typeof projectNews>

/** GET /admin/projects/{uid}: everything about one project. */
export const adminProjectPageWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  version: about(v.number(), 'Grows with every edit; what was read has to be sent with the next one.'),
  projectName: v.string(),
  author: v.string(),
  thumbnail: v.string(),
  description: v.string(),
  lyrics: about(v.string(), 'HTML.'),
  videoId: v.string(),
  symbol: v.string(),
  fiatPrice: v.number(),
  totalSupply: v.number(),
  validPeriod: about(v.number(), 'Seconds.'),
  expiredAt: v.string(),
  authorWallet: v.string(),
  baseURI: v.string(),
  contractURI: v.string(),
  contractAddress: v.nullable(v.string()),
  isActive: v.boolean(),
  isPaused: v.boolean(),
  phase: v.picklist(PROJECT_PHASES),
  createdAt: v.string(),
  sales: about(v.number(), 'Tokens sold, in the first lot and at auction.'),
  unsold: about(v.number(), 'Units never sold; units that were and nobody holds; live tokens.'),
  waiting: v.number(),
  holders: v.number(),
  standing: about(
    v.number(),
    'Bids that competed at `heldAt`, and the money held for them: now, or where they are many in the last minute.',
  ),
  held: v.number(),
  heldAt: v.string(),
  volume: about(v.number(), "What fans have paid and keep, and the platform's part of it."),
  fees: v.number(),
})
export type AdminProjectPageWire = v.InferOutput<typeof adminProjectPageWire>

/** GET /admin/projects/{uid}/preview: as a fan would see it, published or not. */
export const projectPreviewWire = v.strictObject({
  project: publicProjectWire,
  lyrics: v.string(),
  videoUrl: v.string(),
})
export type ProjectPreviewWire = v.InferOutput<typeof projectPreviewWire>

/** GET /admin/projects/{uid}/closing: what closing it now would do, counted now. Money in centavos. */
export const projectClosingWire = v.pick(adminProjectPageWire, ['standing', 'held', 'unsold', 'holders'])
export type ProjectClosingWire = v.InferOutput<typeof projectClosingWire>

/** POST /admin/videos: where and with which headers the file is sent by tus, until `expiresAt`. */
export const newVideoWire = v.strictObject({
  videoId: v.string(),
  upload: v.strictObject({ url: v.string(), headers: v.record(v.string(), v.string()) }),
})
export type NewVideoWire = v.InferOutput<typeof newVideoWire>

/** GET /admin/videos/{id}: `share` is how much of it has been made ready, from 0 to 1. */
export const videoStateWire = v.strictObject({
  state: v.picklist(['waiting', 'processing', 'ready', 'failed']),
  share: v.number(),
})
export type VideoStateWire = v.InferOutput<typeof videoStateWire>

/** GET /admin/proposals. */
export const adminProposalWire = v.strictObject({
  id: v.number(),
  user: v.strictObject({ ...personWire.entries, tel: v.nullable(v.string()) }),
  message: v.string(),
  status: v.picklist(PROPOSAL_STATUSES),
  answer: v.nullable(v.string()),
  createdAt: v.string(),
})
export type AdminProposalWire = v.InferOutput<typeof adminProposalWire>

/** GET /admin/proposals/{id}: an accepted one, for the form that makes a project of it. */
export const proposalToProjectWire = v.strictObject({
  id: v.number(),
  message: v.string(),
  name: v.string(),
  wallet: about(v.nullable(v.string()), 'Where the fan is paid on the chain; null for one who has none yet.'),
})
export type ProposalToProjectWire = v.InferOutput<typeof proposalToProjectWire>

/** Names travel in the contract's code, where each has one byte for its length. */
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120), v.maxBytes(255))
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const wholeUpTo = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
const YEAR_SECONDS = 31_536_000

const projectFields = {
  projectName: name,
  author: name,
  authorWallet: address,
  symbol: v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,11}$/)),
  description: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(5000)),
  fiatPrice: v.pipe(centavos, v.minValue(100)),
  totalSupply: wholeUpTo(100_000),
  /** Seconds. */
  validPeriod: wholeUpTo(YEAR_SECONDS),
  videoId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,80}$/)),
  lyrics: v.pipe(v.string(), v.maxLength(50_000)),
  thumbnail: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  /** UTC. */
  expiredAt: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    v.transform((text) => new Date(`${text.replace(' ', 'T')}Z`)),
    v.date(),
  ),
}

const { symbol: _symbol, totalSupply: _supply, ...editable } = projectFields

/** The next status and, where the fan is written to, the words. */
const decisionBody = v.variant('status', [
  v.object({ status: v.picklist(['read', 'accepted']) }),
  v.object({ status: v.picklist(['answered', 'declined']), message: words(MESSAGE_MAX) }),
])
export type ProposalDecision = v.InferOutput<typeof decisionBody>

export const projectsCalls = {
  ...callsOfAnyone('market', {
    'GET /projects/{uid}/public': {
      summary: 'A published project, without its exclusive parts.',
      answer: data(publicProjectWire),
      unknown: 'project_not_found',
    },
  }),
  ...callsOfFans('market', {
    'GET /projects': {
      summary: 'Published projects.',
      compressed: true,
      query: { search, sort: choice('The order.', PROJECT_SORTS, 'newest'), ...paging },
      answer: page(projectWire),
    },
    'GET /projects/{uid}': {
      summary: 'One project. Lyrics and media are there for whoever holds a live token of it.',
      answer: data(projectWire),
      unknown: 'project_not_found',
    },
  }),
  ...callsOfAdmins({
    ...list('/admin/projects', adminProjectWire, 'Projects, drafts and closed ones too.'),
    'POST /create-project': {
      summary: 'Makes a project. It waits for its contract, and begins unpublished.',
      key: true,
      body: v.object({
        ...projectFields,
        lyrics: v.optional(projectFields.lyrics, ''),
        mediaUrl: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
        baseURI: v.pipe(v.string(), v.maxLength(255)),
        contractURI: v.pipe(v.string(), v.maxLength(1000)),
        /** Whatever is sent, a project begins unpublished. */
        isActive: v.optional(v.boolean()),
      }),
      answer: created(v.strictObject({ uid: uuid })),
      refusals: ['wallet_of_another', 'key_reused'],
    },
    'POST /projects/{uid}/publish': {
      summary: 'Publishes a project whose contract is there.',
      answer: data(v.null()),
      unknown: 'project_not_found',
      refusals: ['project_not_published', 'project_closed'],
    },
    'POST /admin/pin': {
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
      summary: 'Everything about one project.',
      answer: data(adminProjectPageWire),
      unknown: 'project_not_found',
    },
    'GET /admin/projects/{uid}/preview': {
      summary: 'As a fan would see it, published or not.',
      answer: data(projectPreviewWire),
      unknown: 'project_not_found',
    },
    'GET /admin/projects/{uid}/closing': {
      summary: 'What closing it now would do, counted now.',
      answer: data(projectClosingWire),
      unknown: 'project_not_found',
    },
    'POST /admin/projects/{uid}/edit': {
      summary: 'Changes what may still be changed; what is not sent stays.',
      body: v.strictObject({
        ...v.partial(v.object(editable)).entries,
        version: v.pipe(v.number(), v.integer(), v.minValue(1)),
      }),
      answer: data(v.strictObject({ version: v.number() })),
      unknown: 'project_not_found',
      refusals: ['project_changed', 'project_terms_fixed', 'wallet_of_another'],
    },
    'POST /admin/projects/{uid}/pause': {
      summary: 'Nothing of it is sold and nobody bids until it is resumed.',
      answer: data(v.null()),
      unknown: 'project_not_found',
      refusals: ['project_not_published', 'project_closed'],
    },
    'POST /admin/projects/{uid}/resume': {
      summary: 'Ends a pause.',
      answer: data(v.null()),
      unknown: 'project_not_found',
      refusals: ['project_not_published', 'project_closed'],
    },
    'POST /admin/videos': {
      summary: 'Where and how a video is sent to the library.',
      body: v.object({
        title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
        type: v.picklist(VIDEO_TYPES),
        /** Bytes. */
        size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(VIDEO_MAX_BYTES)),
      }),
      answer: data(newVideoWire),
      refusals: ['video_unavailable'],
    },
    'GET /admin/videos/{video}': {
      summary: 'How far a video has been made ready.',
      answer: data(videoStateWire),
      unknown: 'not_found',
      refusals: ['video_unavailable'],
    },
    ...list('/admin/proposals', adminProposalWire, 'Proposals of projects.'),
    'GET /admin/proposals/{id}': {
      summary: 'An accepted proposal, for the form that makes a project of it.',
      answer: data(proposalToProjectWire),
      unknown: 'proposal_not_found',
    },
    'POST /admin/proposals/{id}': {
      summary: 'Decides a proposal.',
      body: decisionBody,
      answer: data(v.strictObject({ status: v.string() })),
      unknown: 'proposal_not_found',
      refusals: ['proposal_decided'],
    },
  }),
} as const
