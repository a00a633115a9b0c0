/** The wire types of projects. Amounts are centavos, periods seconds, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { PROJECT_PHASES } from '#domain/project.ts'
import { PROPOSAL_STATUSES } from '#domain/proposal.ts'
import { TOKEN_STATUSES } from '#domain/token.ts'
import { about } from '../api/call.ts'
import { personWire, workWire } from '../back-office/contract.ts'

/** GET /admin/projects: includes drafts and closed ones. */
export const adminProjectWire = v.strictObject({
  ...workWire.entries,
  id: v.number(),
  uid: v.string(),
  contractAddress: v.nullable(v.string()),
  fiatPrice: v.number(),
  totalSupply: v.number(),
  sales: about(v.number(), 'Tokens sold, in the first lot and at auction, and not taken back.'),
  isActive: v.boolean(),
  isPaused: v.boolean(),
  phase: v.picklist(PROJECT_PHASES),
  createdAt: v.string(),
})
export type AdminProjectWire = v.InferOutput<typeof adminProjectWire>

/** A line of lyrics and when it is sung, in seconds from the beginning of the work. */
export const timedLineWire = v.strictObject({ at: v.number(), text: v.string() })

export const pinWire = v.strictObject({ IpfsHash: v.string() })
export type PinWire = v.InferOutput<typeof pinWire>

export const projectWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  projectName: v.string(),
  author: v.string(),
  artistSlug: about(v.nullable(v.string()), 'The address of its artist’s page, below /a/; null for none.'),
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
  opensAt: about(v.nullable(v.string()), 'When its first lot opens, where that was announced; ISO 8601.'),
  clip: about(
    v.nullable(v.strictObject({ url: v.string(), seconds: v.number() })),
    'A part of it that anybody may hear, of thirty seconds at most.',
  ),
  lyrics: about(v.string(), 'The exclusive parts are empty for whoever holds no live token that was played.'),
  videoId: v.string(),
  mediaUrl: v.string(),
  authorWallet: v.string(),
  baseURI: v.string(),
  contractURI: v.string(),
})
export type ProjectWire = v.InferOutput<typeof projectWire>

/** GET /projects/{uid}/public: the public facts of a published project. */
const publicFacts = v.pick(projectWire, [
  'uid',
  'projectName',
  'author',
  'artistSlug',
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
  'opensAt',
  'clip',
])
export const publicProjectWire = v.strictObject({
  ...publicFacts.entries,
  windows: about(
    v.array(v.string()),
    'When the next units come free, the first in front: twelve at most, ISO 8601.',
  ),
  firstLines: about(v.array(v.string()), 'How its lyrics begin: four lines at most, without markup.'),
})
export type PublicProjectWire = v.InferOutput<typeof publicProjectWire>

/** Changes of a project while people look at the list, sent on topic `projects`. */
export const projectUpdate = v.pick(projectWire, [
  'uid',
  'phase',
  'isPaused',
  'totalAvailable',
  'nextExpire',
  'leading',
])
export type ProjectUpdate = v.InferOutput<typeof projectUpdate>

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
  timedLyrics: about(
    v.array(timedLineWire),
    'Its lyrics with their times, in order; empty where none are known.',
  ),
  videoId: v.string(),
  opensAt: projectWire.entries.opensAt,
  clip: projectWire.entries.clip,
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
  sales: about(
    v.number(),
    'Tokens sold, in the first lot and at auction, and not taken back: those of the volume.',
  ),
  undone: about(v.number(), 'Those that were taken back since.'),
  refunded: about(v.number(), 'Of `sales`, those with money given back nevertheless.'),
  unsold: about(v.number(), 'Units that are still of the first lot; those that wait for a bid; live tokens.'),
  waiting: v.number(),
  holders: v.number(),
  gifts: about(
    v.strictObject({ count: v.number(), held: v.number() }),
    'Gifts that wait to be accepted, whose units nobody has yet, and the money held for them.',
  ),
  standing: about(
    v.number(),
    'Bids that competed at `heldAt`, and the money held for them: now, or where they are many in the last minute.',
  ),
  held: v.number(),
  heldAt: v.string(),
  volume: about(
    v.number(),
    "The prices that fans have paid and keep, without what they added for the artist, and the platform's part.",
  ),
  fees: v.number(),
})
export type AdminProjectPageWire = v.InferOutput<typeof adminProjectPageWire>

/** GET /admin/projects/{uid}/preview: as a fan would see it, published or not. */
export const projectPreviewWire = v.strictObject({
  project: publicProjectWire,
  lyrics: v.string(),
  videoUrl: v.string(),
  video: about(
    v.picklist(['ready', 'not_ready', 'missing', 'unknown']),
    'Whether the host can play it; `unknown` where it cannot be asked.',
  ),
  sharedWith: about(v.array(v.string()), 'The names of other works that have the same video.'),
})
export type ProjectPreviewWire = v.InferOutput<typeof projectPreviewWire>

/** GET /admin/projects/{uid}/closing: what closing it now would do, counted now. Money in centavos. */
export const projectClosingWire = v.pick(adminProjectPageWire, [
  'standing',
  'held',
  'unsold',
  'holders',
  'gifts',
])
export type ProjectClosingWire = v.InferOutput<typeof projectClosingWire>

/** POST /admin/videos: where and with which headers the file is uploaded by tus, until `expiresAt`. */
export const newVideoWire = v.strictObject({
  videoId: v.string(),
  upload: v.strictObject({ url: v.string(), headers: v.record(v.string(), v.string()) }),
})
export type NewVideoWire = v.InferOutput<typeof newVideoWire>

/** GET /admin/videos/{id}: `share` is the part that has been transcoded, from 0 to 1. */
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

/** GET /admin/proposals/{id}: an accepted proposal, for the form that creates its project. */
export const proposalToProjectWire = v.strictObject({
  id: v.number(),
  message: v.string(),
  name: v.string(),
  author: about(v.string(), 'The artist whom the fan’s account looks after; otherwise the fan.'),
  authorWallet: about(v.nullable(v.string()), 'The author’s; null for a fan who has none yet.'),
  looksAfter: about(v.boolean(), 'Whether the fan’s account looks after an artist.'),
})
export type ProposalToProjectWire = v.InferOutput<typeof proposalToProjectWire>

/** GET /admin/projects/{uid}/tokens: those held now, or those played. */
export const PROJECT_TOKENS = ['held', 'played'] as const
export const projectTokenWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  user: personWire,
  unit: v.number(),
  amount: v.number(),
  status: v.picklist(TOKEN_STATUSES),
  playedAt: v.nullable(v.string()),
  willExpireAt: v.nullable(v.string()),
  createdAt: v.string(),
  payment: v.nullable(v.string()),
})
export type ProjectTokenWire = v.InferOutput<typeof projectTokenWire>
