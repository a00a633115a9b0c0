/** One payment, one person and one request for support in the back office. Centavos; instants are ISO 8601 in UTC. */
import type { BidStatus } from '../bid.ts'
import type { DisputeStatus } from '../dispute.ts'
import type { PaymentFlow, PaymentMethod, PaymentStatus } from '../payment.ts'
import type { RefundDestination, RefundStatus } from '../refund.ts'
import type { SupportStatus } from '../request.ts'
import type { SongStatus, TokenStatus } from '../token.ts'
import type { WriteOffStatus } from '../write-off.ts'
import type { OutgoingState } from './money-decisions.ts'

export type PersonWire = {
  uid: string
  fullName: string | null
  nickname: string | null
  email: string
  photoUrl: string | null
}

/** `failure` is the processor's word; `approvals` has the first one first. */
export type RefundWire = OutgoingState & {
  id: number
  uid: string
  amount: number
  destination: RefundDestination
  reason: string
  status: RefundStatus
  failure: string | null
  approvals: { admin: string; email: string }[]
  createdAt: string
  endedAt: string | null
}

/** GET /admin/refunds-waiting: those that wait for a second person, or are on their way to a card. */
export type WaitingRefundWire = RefundWire & { payment: string; user: PersonWire }

export type DisputeWire = {
  id: number
  uid: string
  providerId: string
  amount: number
  fanPart: number
  fee: number
  reason: string
  status: DisputeStatus
  openedAt: string
  endedAt: string | null
}

/** A debt that the house gives up; `approvals` has the first one first. */
export type WriteOffWire = {
  id: number
  uid: string
  amount: number
  reason: string
  status: WriteOffStatus
  approvals: { admin: string; email: string }[]
  createdAt: string
  endedAt: string | null
}

/** GET /admin/write-offs-waiting: those that wait for a second person. */
export type WaitingWriteOffWire = WriteOffWire & { user: PersonWire }

/** GET /admin/debtors: whose wallet is below zero; `owed` in centavos. */
export type DebtorWire = { id: number; user: PersonWire; owed: number; disputedAt: string | null }

/** What POST /admin/users/{uid}/write-offs takes. */
export type WriteOffBody = { amount: number; reason: string }

/** One line of a payment's history, whoever wrote it. */
export type PaymentEventWire = { key: string; at: string } & (
  | { kind: 'state'; status: PaymentStatus; failure: string | null }
  | { kind: 'webhook'; provider: string; type: string; event: string; outcome: string | null }
  | { kind: 'transfer'; transfer: string; debit: string; credit: string; amount: number }
  | { kind: 'chain'; operation: string; status: string; failure: string | null; txHash: string | null }
  | { kind: 'deed'; action: string; admin: string; after: Record<string, unknown> | null }
)

/** GET /admin/activity/{uid}. */
export type PaymentDetailWire = {
  uid: string
  flow: PaymentFlow
  method: PaymentMethod
  status: PaymentStatus
  failure: string | null
  amount: number
  fee: number
  intentId: string | null
  createdAt: string
  user: PersonWire
  project: { uid: string; projectName: string; author: string; thumbnail: string } | null
  /** What it bought; `unit` is its number in the edition. */
  token: { uid: string; status: TokenStatus; isPlayed: boolean; unit: number } | null
  /** What is given back of it comes from author and platform. */
  isSale: boolean
  /** What can still be given back each way. */
  refundable: Record<RefundDestination, number>
  /** Whoever paid has erased their account. */
  isErased: boolean
  /** What the house keeps of it for them. */
  unclaimed: number
  /** Above so many centavos more a refund asks for two people. */
  aloneUpTo: number
  refunds: RefundWire[]
  disputes: DisputeWire[]
  history: PaymentEventWire[]
}

/** What POST /admin/activity/{uid}/refunds takes. */
export type RefundBody = {
  amount: number
  destination: RefundDestination
  reason: string
  despitePlay: boolean
}

/** GET /admin/users/{uid}. */
export type UserDetailWire = PersonWire & {
  role: 'user' | 'admin'
  tel: string | null
  document: string | null
  wallet: string | null
  provider: string
  language: 'pt' | 'en'
  isComplete: boolean
  isActive: boolean
  isErased: boolean
  createdAt: string
  lastSignInAt: string | null
  /** Free money; below zero only by disputes. */
  available: number
  /** Held for bids and withdrawals. */
  held: number
  disputes: (DisputeWire & { payment: string })[]
  /** The newest first. */
  writeOffs: WriteOffWire[]
  /** Above so many centavos more giving up their debt asks for two people. */
  aloneUpTo: number
}

/** GET /admin/users/{uid}/tokens. */
export type UserTokenWire = {
  id: number
  uid: string
  projectName: string
  unit: number
  amount: number
  status: TokenStatus
  statusSong: SongStatus
  revokedFor: 'refund' | 'dispute' | null
  willExpireAt: string | null
  createdAt: string
  payment: string
}

/** GET /admin/users/{uid}/bids. */
export type UserBidRowWire = {
  id: number
  projectName: string
  amount: number
  status: BidStatus
  createdAt: string
  payment: string
}

/** GET /admin/users/{uid}/notes. */
export type UserNoteWire = { id: number; admin: string; note: string; createdAt: string }

/** GET /admin/users/{uid}/sessions. */
export type UserSessionWire = {
  id: string
  userAgent: string | null
  ip: string | null
  createdAt: string
  seenAt: string
}

/** GET /admin/support/{id}. The file itself is GET /admin/support/{id}/file. */
export type SupportDetailWire = {
  id: number
  subject: string
  message: string
  status: SupportStatus
  createdAt: string
  user: PersonWire & { tel: string | null; language: 'pt' | 'en' }
  file: { type: string; isImage: boolean } | null
  answers: { id: number; admin: string; message: string; createdAt: string }[]
}
