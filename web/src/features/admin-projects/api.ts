import type { PinBody, PinWire } from '#domain/wire/admin.ts'
import type { Answer } from '#domain/wire/api.ts'
import { api } from '../../lib/api.ts'

/** Puts a project whose contract exists on sale; again changes nothing. Throws ApiError. */
export async function publishProject(uid: string): Promise<void> {
  await api<Answer<null>>(`/projects/${uid}/publish`, { body: {} })
}

/** Pins metadata in the decentralised file store and answers its address. Throws ApiError. */
export async function pinMetadata(fileName: string, fileContent: object): Promise<string> {
  const body: PinBody = { fileContent, fileName, isJson: true }
  return `ipfs://${(await api<PinWire>('/admin/pin', { body })).IpfsHash}`
}

type NewProject = {
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
export async function createProject(project: NewProject): Promise<void> {
  await api<Answer<{ uid: string }>>('/create-project', { body: project })
}
