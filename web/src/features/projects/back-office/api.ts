import { queryOptions } from '@tanstack/react-query'
import type { PinBody, PinWire } from '#domain/wire/admin.ts'
import type {
  AdminProjectPageWire,
  EditProjectBody,
  NewVideoWire,
  ProjectClosingWire,
  VideoStateWire,
} from '#domain/wire/admin-project.ts'
import type { ProposalToProjectWire } from '#domain/wire/admin-requests.ts'
import type { Answer } from '#domain/wire/api.ts'
import { type ApiOptions, api } from '../../../lib/api.ts'

/** How often a project is read again while its contract is made. */
const UNDER_WAY_MS = 3_000

/** Puts a project whose contract exists on sale; again changes nothing. Throws ApiError. */
export async function publishProject(uid: string): Promise<void> {
  await api<Answer<null>>(`/projects/${uid}/publish`, { body: {} })
}

/** Pins metadata in the decentralised file store and answers its address. Throws ApiError. */
export async function pinMetadata(fileName: string, fileContent: object): Promise<string> {
  const body: PinBody = { fileContent, fileName, isJson: true }
  return `ipfs://${(await api<PinWire>('/admin/pin', { body })).IpfsHash}`
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
  /** `yyyy-MM-dd HH:mm:ss` in UTC. */
  expiredAt: string
}

/** Throws ApiError. */
export async function createProject(project: NewProject, idempotencyKey: string): Promise<void> {
  await api<Answer<{ uid: string }>>('/create-project', { body: project, idempotencyKey })
}

/** Everything about one project. Throws ApiError. */
export async function readAdminProject(uid: string, options: ApiOptions = {}): Promise<AdminProjectPageWire> {
  const path = `/admin/projects/${encodeURIComponent(uid)}`
  return (await api<Answer<AdminProjectPageWire>>(path, options)).data
}

export function adminProjectQuery(uid: string) {
  return queryOptions({
    queryKey: ['admin', 'project', uid],
    queryFn: ({ signal }) => readAdminProject(uid, { signal }),
    // The contract is under way, or what a closing releases; the page is where one waits for it.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? UNDER_WAY_MS : false),
  })
}

function isUnderWay({ contractAddress, phase, standing }: AdminProjectPageWire): boolean {
  return contractAddress === null || (phase === 'closed' && standing > 0)
}

/** What closing it now would do: counted when it is asked, and never remembered. */
export function closingQuery(uid: string) {
  return queryOptions({
    queryKey: ['admin', 'project', uid, 'closing'],
    queryFn: async ({ signal }) =>
      (
        await api<Answer<ProjectClosingWire>>(`/admin/projects/${encodeURIComponent(uid)}/closing`, {
          signal,
        })
      ).data,
    gcTime: 0,
  })
}

/** Saves what was changed and answers the new version. Throws ApiError. */
export async function editProject(uid: string, body: EditProjectBody): Promise<{ version: number }> {
  return (await api<Answer<{ version: number }>>(`/admin/projects/${encodeURIComponent(uid)}/edit`, { body }))
    .data
}

/** Makes an empty video, and says where its file is sent. Throws ApiError. */
export async function newVideo(title: string, file: File): Promise<NewVideoWire> {
  const body = { title, type: file.type, size: file.size }
  return (await api<Answer<NewVideoWire>>('/admin/videos', { body })).data
}

/** Throws ApiError. */
export async function videoState(videoId: string, signal: AbortSignal): Promise<VideoStateWire> {
  return (await api<Answer<VideoStateWire>>(`/admin/videos/${encodeURIComponent(videoId)}`, { signal })).data
}

/** The proposal a project is made of. */
export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'proposal', id],
    queryFn: async ({ signal }) =>
      (await api<Answer<ProposalToProjectWire>>(`/admin/proposals/${encodeURIComponent(id)}`, { signal }))
        .data,
  })
}
