/** The bodies of /api/v1 as they travel. Amounts are centavos, periods seconds, instants ISO 8601 in UTC. */
import type { PaymentFlow, PaymentStatus } from '../payment.ts'
import type { ProjectPhase } from '../project.ts'
import type { Refusal } from '../refusal.ts'
import type { SongStatus, TokenStatus } from '../token.ts'

/** `next` is the key of the following page, or null after the last one. */
export type Page<Item> = { data: Item[]; next: string | null }
export type Answer<Body> = { data: Body }
export type ErrorAnswer = { data: { error: string; code: Refusal } }

export type BalanceWire = { balance: number; totalBided: number }

export type ProjectWire = {
  id: number
  uid: string
  projectName: string
  author: string
  thumbnail: string
  contractAddress: string | null
  symbol: string
  fiatPrice: number
  isActive: boolean
  totalSupply: number
  createdAt: string
  description: string
  validPeriod: number
  expiredAt: string
  /** `yyyy-MM-dd HH:mm:ss` in UTC, or null while no token is live. */
  nextExpire: string | null
  totalAvailable: number
  hasProject: boolean
  phase: ProjectPhase
  /** The exclusive parts are empty for whoever holds no live token. */
  lyrics: string
  videoId: string
  mediaUrl: string
  authorWallet: string
  baseURI: string
  contractURI: string
}

export type TokenWire = {
  id: number
  uid: string
  status: TokenStatus
  statusSong: SongStatus
  amount: number
  createdAt: string
  willExpireAt: string | null
  endedAt: string | null
  txHash: string | null
  txSong: string | null
  project: {
    uid: string
    projectName: string
    author: string
    thumbnail: string
    validPeriod: number
    lyrics: string
  }
}

export type PlayWire = { uid: string; statusSong: SongStatus; willExpireAt: string; videoUrl: string }

export type SampleWire = {
  author: string
  projectName: string
  thumbnail: string
  lyrics: string
  videoId: string
  videoUrl: string
}

export type PaymentWire = {
  uid: string
  status: PaymentStatus
  flow: PaymentFlow
  amount: number
  fee: number
}

/** `action` asks the browser to let the bank authenticate the payer (3-D Secure). */
export type CardPaymentWire = { payment: PaymentWire; action: { clientSecret: string } | null }

export type BuyTokenBody = {
  paymentMethodId: string
  amount: number
  typeBuy: 'mint' | 'balance'
  UID: string
}
export type BuyTokenBalanceBody = { typeBuy: 'mint'; UID: string }
export type PlayBody = { UID: string }
