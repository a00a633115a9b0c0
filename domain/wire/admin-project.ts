/** The bodies of /api/v1/admin/projects/{uid} and /admin/videos as they travel. Amounts centavos, instants ISO 8601 in UTC. */
import type { ProjectPhase } from '../project.ts'
import type { PublicProjectWire } from './api.ts'

/** GET /admin/projects/{uid}: everything about one project. */
export type AdminProjectPageWire = {
  id: number
  uid: string
  /** Grows with every edit; what was read has to be sent with the next one. */
  version: number
  projectName: string
  author: string
  thumbnail: string
  description: string
  /** HTML. */
  lyrics: string
  videoId: string
  symbol: string
  fiatPrice: number
  totalSupply: number
  /** Seconds. */
  validPeriod: number
  expiredAt: string
  authorWallet: string
  baseURI: string
  contractURI: string
  contractAddress: string | null
  isActive: boolean
  isPaused: boolean
  phase: ProjectPhase
  createdAt: string
  /** Tokens sold, in the first lot and at auction. */
  sales: number
  /** Units never sold; units that were and nobody holds; live tokens. */
  unsold: number
  waiting: number
  holders: number
  /** Bids that competed at `heldAt`, and the money held for them: now, or where they are many in the last minute. */
  standing: number
  held: number
  heldAt: string
  /** What fans have paid and keep, and the platform's part of it. */
  volume: number
  fees: number
}

/** POST /admin/projects/{uid}/edit: what is not sent stays. */
export type EditProjectBody = Partial<
  Pick<
    AdminProjectPageWire,
    | 'projectName'
    | 'author'
    | 'thumbnail'
    | 'description'
    | 'lyrics'
    | 'videoId'
    | 'fiatPrice'
    | 'validPeriod'
    | 'authorWallet'
    /** `yyyy-MM-dd HH:mm:ss` in UTC. */
    | 'expiredAt'
  >
> & { version: number }

/** GET /admin/projects/{uid}/preview: as a fan would see it, published or not. */
export type ProjectPreviewWire = { project: PublicProjectWire; lyrics: string; videoUrl: string }

/** GET /admin/projects/{uid}/closing: what closing it now would do, counted now. Money in centavos. */
export type ProjectClosingWire = Pick<AdminProjectPageWire, 'standing' | 'held' | 'unsold' | 'holders'>

/** POST /admin/videos: where and with which headers the file is sent by tus, until `expiresAt`. */
export type NewVideoWire = {
  videoId: string
  upload: { url: string; headers: Record<string, string> }
}

/** GET /admin/videos/{id}: `share` is how much of it has been made ready, from 0 to 1. */
export type VideoStateWire = { state: 'waiting' | 'processing' | 'ready' | 'failed'; share: number }
