/** What authors are owed and paid, as it travels. Amounts are centavos, instants ISO 8601 in UTC. */
import type { PayoutStatus } from '../payout.ts'
import type { PixKeyType } from '../pix-key.ts'
import type { OutgoingState } from './money-decisions.ts'

/** GET /admin/artists. */
export type AdminArtistWire = {
  id: number
  uid: string
  name: string
  wallet: string
  projects: string[]
  /** What is owed, and what was paid out so far. */
  payable: number
  paid: number
  lastPayoutAt: string | null
}

export type ArtistKeyWire = {
  id: number
  legalName: string
  pixKeyType: PixKeyType
  pixKey: string
  enteredBy: string
  enteredAt: string
  confirmedBy: string | null
  confirmedAt: string | null
}

export type ArtistLinkWire = {
  uid: string
  createdBy: string
  createdAt: string
  expiresAt: string
  state: 'valid' | 'expired' | 'revoked'
}

/** GET /admin/artists/{uid}. */
export type ArtistDetailWire = {
  uid: string
  name: string
  wallet: string
  payable: number
  /** What of it can be paid out: the rest may still go back to fans. */
  free: number
  underWay: number
  paid: number
  projects: {
    uid: string
    projectName: string
    author: string
    thumbnail: string
    payable: number
    free: number
  }[]
  /** Where the next payout goes, and what waits for a second person. */
  key: ArtistKeyWire | null
  waitingKey: ArtistKeyWire | null
  /** The newest twenty. */
  links: ArtistLinkWire[]
  /** Above so many centavos in a day a payout asks for two people. */
  aloneUpTo: number
}

/** GET /admin/artists/{uid}/payouts, and /admin/payouts-waiting for those of everybody that are not over. */
export type PayoutWire = OutgoingState & {
  id: number
  uid: string
  artist: { uid: string; name: string }
  legalName: string
  pixKeyType: PixKeyType
  pixKey: string
  amount: number
  status: PayoutStatus
  reason: string | null
  endToEndId: string | null
  /** The first one asked for it. */
  approvals: { admin: string; email: string }[]
  createdAt: string
  endedAt: string | null
}

/** GET /admin/payouts/{uid}: the receipt. */
export type PayoutReceiptWire = PayoutWire & { parts: { projectName: string; amount: number }[] }

export const ARTIST_MOVEMENTS = ['sale', 'award', 'refund', 'payout', 'payout_returned'] as const
export type ArtistMovement = (typeof ARTIST_MOVEMENTS)[number]

/** `amount` is the author's, below zero where it goes away; `platform` is the platform's part of the same event. */
export type ArtistStatementRowWire = {
  id: string
  at: string
  kind: ArtistMovement
  project: string
  amount: number
  platform: number
}

/** GET /admin/artists/{uid}/statement?month=yyyy-MM. `totals` are those of the whole month, in São Paulo. */
export type ArtistStatementWire = {
  data: ArtistStatementRowWire[]
  next: string | null
  totals: { kind: ArtistMovement; count: number; amount: number; platform: number }[]
}

/** POST /artist-figures {token}: what a link shows. */
export type ArtistFiguresWire = {
  name: string
  at: string
  expiresAt: string
  projects: {
    uid: string
    projectName: string
    author: string
    thumbnail: string
    supply: number
    /** Sales, in the first lot and at auction. */
    sold: number
    holders: number
    standing: number
    volume: number
    share: number
    payable: number
    paid: number
  }[]
}
