import { queryOptions } from '@tanstack/react-query'
import type { TimedLine } from '#domain/timed-lyrics.ts'
import type { VIDEO_TYPES } from '#domain/video.ts'
import type { BodyOf } from '#server/product/calls.ts'
import type { AdminProjectPageWire, NewVideoWire, VideoStateWire } from '#server/product/projects/wire.ts'
import { api, type Sending } from '../../../lib/api.ts'

/** How often a project is polled while its contract is being deployed. */
const IN_PROGRESS_POLL_MS = 3_000

/** Puts a project whose contract exists on sale; repeating it changes nothing. Throws ApiError. */
export async function publishProject(uid: string): Promise<void> {
  await api('POST /projects/{uid}/publish', { params: { uid } })
}

/** Pins metadata on IPFS and resolves with its address. Throws ApiError. */
export async function pinMetadata(fileName: string, fileContent: object): Promise<string> {
  const body = { fileContent: { ...fileContent }, fileName, isJson: true as const }
  return `ipfs://${(await api('POST /admin/pin', { body })).IpfsHash}`
}

export type NewProject = {
  projectName: string
  symbol: string
  author: string
  authorWallet: string
  baseURI: string
  contractURI: string
  description: string
  /** Centavos. */
  fiatPrice: number
  isActive: false
  lyrics: string
  mediaUrl: string
  thumbnail: string
  totalSupply: number
  /** Seconds. */
  validPeriod: number
  videoId: string
  /** As `expiredAt`; null for at once. */
  opensAt: string | null
  timedLyrics: TimedLine[]
  /** The address of the public clip. */
  clip: string | null
  /** `yyyy-MM-dd HH:mm:ss` in UTC. */
  expiredAt: string
}

/** Throws ApiError. */
export async function createProject(project: NewProject, idempotencyKey: string): Promise<void> {
  await api('POST /create-project', { body: project, idempotencyKey })
}

/** Everything about one project. Throws ApiError. */
export async function readAdminProject(uid: string, options: Sending = {}): Promise<AdminProjectPageWire> {
  return (await api('GET /admin/projects/{uid}', { params: { uid }, ...options })).data
}

export function adminProjectQuery(uid: string) {
  return queryOptions({
    queryKey: ['admin', 'project', uid],
    queryFn: ({ signal }) => readAdminProject(uid, { signal }),
    // A contract or a closing is in progress, and this page is where one waits for it.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? IN_PROGRESS_POLL_MS : false),
  })
}

function isUnderWay({ contractAddress, phase, standing }: AdminProjectPageWire): boolean {
  return contractAddress === null || (phase === 'closed' && standing > 0)
}

/** How often what closing would do is counted anew while somebody considers it. */
const CLOSING_POLL_MS = 3_000

/** What closing the project now would do: counted on request and as long as it is shown, and never cached. */
export function closingQuery(uid: string) {
  return queryOptions({
    queryKey: ['admin', 'project', uid, 'closing'],
    queryFn: async ({ signal }) =>
      (await api('GET /admin/projects/{uid}/closing', { params: { uid }, signal })).data,
    gcTime: 0,
    refetchInterval: CLOSING_POLL_MS,
  })
}

/** Saves the changed fields and resolves with the new version. Throws ApiError. */
export async function editProject(
  uid: string,
  body: BodyOf<'POST /admin/projects/{uid}/edit'>,
): Promise<{ version: number }> {
  return (await api('POST /admin/projects/{uid}/edit', { params: { uid }, body })).data
}

/** Creates an empty video, and resolves with where its file is to be uploaded. Throws ApiError. */
export async function newVideo(title: string, file: File): Promise<NewVideoWire> {
  const body = { title, type: file.type as (typeof VIDEO_TYPES)[number], size: file.size }
  return (await api('POST /admin/videos', { body })).data
}

/** Throws ApiError. */
export async function videoState(videoId: string, signal: AbortSignal): Promise<VideoStateWire> {
  return (await api('GET /admin/videos/{video}', { params: { video: videoId }, signal })).data
}

/** The proposal that a project is created from. */
export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'proposal', id],
    queryFn: async ({ signal }) => (await api('GET /admin/proposals/{id}', { params: { id }, signal })).data,
  })
}
