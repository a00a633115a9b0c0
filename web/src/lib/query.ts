/** Server state: one cache for a signed-in fan, and the names under which it is kept. */
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Every key, so that whoever hears of a change (app/live.tsx) can name what it touches. */
export const keys = {
  balance: ['balance'],
  /** Whether the eye is open (lib/balance.ts); only the fan says so. */
  balanceShown: ['balance-shown'],
  sample: ['sample'],
  projects: ['projects'],
  projectLists: ['projects', 'list'],
  projectList: (filter: object) => ['projects', 'list', filter],
  project: (uid: string) => ['projects', uid],
  publicProject: (uid: string) => ['public-project', uid],
  tokens: ['tokens'],
  /** Which device plays a token (lib/play-lease.ts); it is pushed, never asked for. */
  playLease: (tokenUid: string) => ['play-lease', tokenUid],
  /** Bids, winners, history and log of every auction; those of one; and each of them. */
  auctions: ['auctions'],
  auction: (uid: string) => ['auctions', uid],
  bids: (uid: string) => ['auctions', uid, 'bids'],
  winners: (uid: string) => ['auctions', uid, 'winners'],
  bidHistory: (uid: string) => ['auctions', uid, 'history'],
  auctionLog: (uid: string) => ['auctions', uid, 'log'],
  /** What the live line says of an auction (lib/market.ts); it is pushed, never asked for. */
  market: (uid: string) => ['market', uid],
  userBids: ['user-bids'],
  /** The status of a payment that a screen follows (checkout/payment-status.ts); the live line writes it too. */
  paymentStatus: (uid: string) => ['payment-status', uid],
  notifications: ['notifications'],
  push: ['push'],
  /** Payments by PIX: all; the one that waits for a deposit or a project; and one of them. */
  pix: ['pix'],
  openPix: (flow: string, projectUid: string) => ['pix', 'open', flow, projectUid],
  pixPayment: (uid: string) => ['pix', 'payment', uid],
  /** The account as the auth door knows it, its sessions, and how many recovery codes are left. */
  security: ['security'],
  withdrawals: ['withdrawals'],
  statement: ['statement'],
  receipt: (id: string) => ['receipt', id],
} as const

// Its default, a timer, lets the second of two taps in before the button has heard of the first.
notifyManager.setScheduler(queueMicrotask)

/**
 * A cache that asks again after lost answers, never after refusals, and re-reads when the tab is focused. What is sent without
 * a line fails at once: left to the library it would wait for the line, and buy something long after it was wanted.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.isFinal),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
