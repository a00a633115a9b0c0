/** The calls of projects. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
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
import { list } from '../back-office/contract.ts'
import {
  adminProjectPageWire,
  adminProjectWire,
  adminProposalWire,
  newVideoWire,
  pinWire,
  projectClosingWire,
  projectPreviewWire,
  projectWire,
  proposalToProjectWire,
  publicProjectWire,
  videoStateWire,
} from './wire.ts'

/** Names are part of the contract's code, where each has one byte for its length. */
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

/** The next status and, where the fan is written to, the text. */
const decisionBody = v.variant('status', [
  v.object({ status: v.picklist(['read', 'accepted']) }),
  v.object({ status: v.picklist(['answered', 'declined']), message: words(MESSAGE_MAX) }),
])
export type ProposalDecision = v.InferOutput<typeof decisionBody>

export const projectsCalls = {
  ...callsOfAnyone('market', {
    'GET /projects/{uid}/public': {
      summary: 'A published project, without its exclusive parts.',
      kept: 'everybody',
      answer: data(publicProjectWire),
      unknown: 'project_not_found',
    },
  }),
  ...callsOfFans('market', {
    'GET /projects': {
      summary: 'Published projects.',
      kept: 'newcomers',
      query: { search, sort: choice('The order.', PROJECT_SORTS, 'newest'), ...paging },
      answer: page(projectWire),
    },
    'GET /projects/{uid}': {
      summary: 'One project. Lyrics and media are there for whoever holds a live token of it.',
      kept: 'newcomers',
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
        /** Whatever is sent, a project starts unpublished. */
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
