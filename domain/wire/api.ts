/** The bodies of /api/v1 as they travel. Amounts are centavos, periods seconds, instants ISO 8601 in UTC. */
import type { BidStatus } from '../bid.ts'
import type { NotificationKind } from '../notification.ts'
import type { PaymentFlow, PaymentStatus } from '../payment.ts'
import type { PixKeyType } from '../pix-key.ts'
import type { ProjectPhase } from '../project.ts'
import type { Refusal } from '../refusal.ts'
import type { MovementKind } from '../statement.ts'
import type { SongStatus, TokenStatus } from '../token.ts'
import type { WithdrawalStatus } from '../withdrawal.ts'

/** `next` is the key of the following page, or null after the last one. */
export type Page<Item> = { data: Item[]; next: string | null }
export type Answer<Body> = { data: Body }
export type ErrorAnswer = { data: { error: string; code: Refusal } }

/** Centavos. `balance` is below zero only after a dispute, and then nothing can be spent. */
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
  /** While it is, nothing of it is sold and nobody bids. */
  isPaused: boolean
  totalSupply: number
  createdAt: string
  description: string
  validPeriod: number
  expiredAt: string
  /** `yyyy-MM-dd HH:mm:ss` in UTC, or null while no token is live. */
  nextExpire: string | null
  totalAvailable: number
  /** Amount of the best standing bid. */
  leading: number | null
  hasProject: boolean
  phase: ProjectPhase
  /** `#rrggbb`: the hue its cover is remembered by; null where the cover could not be read. */
  tint: string | null
  /** The exclusive parts are empty for whoever holds no live token. */
  lyrics: string
  videoId: string
  mediaUrl: string
  authorWallet: string
  baseURI: string
  contractURI: string
}

/** GET /projects/{uid}/public: what anybody may know of a published project. */
export type PublicProjectWire = Pick<
  ProjectWire,
  | 'uid'
  | 'projectName'
  | 'author'
  | 'thumbnail'
  | 'description'
  | 'fiatPrice'
  | 'totalSupply'
  | 'totalAvailable'
  | 'validPeriod'
  | 'expiredAt'
  | 'nextExpire'
  | 'leading'
  | 'phase'
  | 'isPaused'
  | 'tint'
>

/** What changes of a project while people look at the list; topic `projects` tells it. */
export type ProjectNews = Pick<
  ProjectWire,
  'uid' | 'phase' | 'isPaused' | 'totalAvailable' | 'nextExpire' | 'leading'
>

export type TokenWire = {
  id: number
  uid: string
  status: TokenStatus
  statusSong: SongStatus
  amount: number
  /** Centavos of it that the house has given back. */
  refunded: number
  createdAt: string
  willExpireAt: string | null
  endedAt: string | null
  /** True once the fan has undone the purchase. */
  regretted: boolean
  txHash: string | null
  txSong: string | null
  project: {
    uid: string
    projectName: string
    author: string
    thumbnail: string
    validPeriod: number
    tint: string | null
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

/**
 * A payment by PIX: `total` is amount and fee, `brCode` the "copia e cola" text (null until the provider has made it).
 * It can be paid until `expiresAt` while it is `pending`.
 */
export type PixPaymentWire = PaymentWire & {
  total: number
  brCode: string | null
  createdAt: string
  expiresAt: string
}

/** `action` asks the browser to let the bank authenticate the payer (3-D Secure). */
export type CardPaymentWire = { payment: PaymentWire; action: { clientSecret: string } | null }

/** Who bids, as every fan may see it: the name chosen for that, never the full one (`fullName` repeats it). */
export type BidderWire = { fullName: string; nickname: string; photoUrl: string | null }

export type BidWire = {
  id: number
  /** The caller's own uid on their own bids; null on everybody else's. */
  userId: string | null
  projectId: number
  /** 1 for the best standing bid; null once the bid no longer competes. */
  position: number | null
  amount: number
  amountRaw: number
  status: BidStatus
  txHash: string | null
  createdAt: string
  /** When it won, or stopped competing. */
  endedAt: string | null
  user: BidderWire
}

/** The auction at a glance. `version` grows with every change of the market. */
export type AuctionWire = {
  version: number
  /** Bids ever accepted, those that compete now, and those that won. */
  bids: number
  standing: number
  winners: number
  /** Amount of the best standing bid. */
  leading: number | null
}

/** The caller's standing bid; `toLead` centavos more would lead (0 when it leads). */
export type OwnBidWire = { id: number; amount: number; position: number; toLead: number }

/** GET /projects/bids/{uid}: standing bids by rank, then those that ended, newest first. */
export type BidsWire = Page<BidWire> & {
  auction: AuctionWire
  mine: OwnBidWire | null
  /** When the windows that are open end, the soonest first, at most 50. A window's end moves when its holder plays. */
  ends: string[]
}

/** GET /user-bids. */
export type UserBidWire = BidWire & {
  project: {
    uid: string
    thumbnail: string
    author: string
    projectName: string
    nextExpire: string | null
  }
}
export type UserBidsWire = { success: true } & Page<UserBidWire>

/** GET /projects/bids/{uid}/history: the newest bids and wins, oldest first, for the chart. */
export type BidHistoryWire = {
  bids: { at: string; amount: number; won: boolean }[]
  wins: { at: string; amount: number }[]
}

/**
 * What the broadcast topic `market:{uid}` carries. Event `snapshot`: the whole of it, without `gone`. Event `delta`:
 * the same with only the bids in `top` that are new or changed in more than their position, and in `gone` the ids
 * that left it; applies to the frame with `seq - 1` (`applyFrame` in domain/market-frame.ts).
 */
export type MarketFrame = {
  seq: number
  auction: AuctionWire
  nextExpire: string | null
  totalAvailable: number
  isPaused: boolean
  expiredAt: string
  /** As in `BidsWire`; left out of a delta when nothing has changed in it. */
  ends?: string[]
  /** The best standing bids, at most 50, in their order by `position`. */
  top: BidWire[]
  gone?: number[]
  /** The newest winning bids, at most 10; in a delta only those that are new or changed. */
  winners: BidWire[]
}

/** `message` is in the caller's language. */
export type NotificationWire = {
  id: number
  kind: NotificationKind
  message: string
  /** The screen of the application that it is about. */
  path: string
  createdAt: string
  isRead: boolean
}
/** GET /notifications?page=&limit= */
export type NotificationsWire = {
  data: { notifications: NotificationWire[]; page: number; pages: number; total: number; unread: number }
}

/**
 * GET /projects/{uid}/log?order=&after=&limit=, open to everybody. `body` is a JSON object as text; `hash` is sha256 of
 * the 32 bytes of the hash before it (zeros before the first) followed by the body in UTF-8, as hexadecimal.
 */
export type LogEntryWire = { seq: number; body: string; hash: string }
export type LogWire = Page<LogEntryWire>

export type BuyTokenBody = {
  paymentMethodId: string
  amount: number
  typeBuy: 'mint' | 'bid' | 'balance'
  UID: string
}
export type BuyTokenPixBody = Omit<BuyTokenBody, 'paymentMethodId'>
export type BuyTokenBalanceBody =
  | { typeBuy: 'mint'; UID: string }
  | { typeBuy: 'bid'; UID: string; amount: number }
/** POST /play: `device` names itself; `takeOver` lets it go on where another device plays. */
export type PlayBody = { UID: string; device: string; takeOver: boolean }
/** POST /play/renew and /play/release. */
export type PlayLeaseBody = Omit<PlayBody, 'takeOver'>

/** POST /regret {UID} of a token; answers what went back to the wallet. */
export type RegretBody = { UID: string }
export type RegretWire = { uid: string; amount: number }

/** POST /redeem-balance; `pixKey` as it was typed. */
export type RedeemBalanceBody = { pixKeyType: PixKeyType; pixKey: string; amount: number }
export type WithdrawalWire = {
  uid: string
  pixKeyType: PixKeyType
  /** In its normal form. */
  pixKey: string
  amount: number
  status: WithdrawalStatus
  /** Why it was rejected or failed. */
  reason: string | null
  /** The name under which the Banco Central knows the payment; null until it is paid. */
  endToEndId: string | null
  createdAt: string
  endedAt: string | null
}

/** One line of the statement: something that happened to the fan's money. */
export type MovementWire = {
  /** The ledger's name of the transfer. */
  id: string
  kind: MovementKind
  at: string
  amount: number
  /** What it changed the free money by; 0 when the money had been set aside before. */
  change: number
  /** The name of the project it was about. */
  project: string | null
  /** On top of a deposit, paid to the processor. */
  fee: number | null
  /** The request of a withdrawal. */
  withdrawal: {
    status: WithdrawalStatus
    pixKeyType: PixKeyType
    pixKey: string
    /** What the bank knows the payment by, and when it was made; null until then. */
    endToEndId: string | null
    paidAt: string | null
  } | null
}
/** GET /statement?cursor&kind&from&to: newest first. `balance` is the free money after it. */
export type StatementWire = Page<MovementWire & { balance: number }>

/** GET /statement/{id}. `reference` is the uid of the payment, token or withdrawal, or the number of the bid. */
export type ReceiptWire = MovementWire & { reference: string; txHash: string | null }
