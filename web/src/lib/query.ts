/** Server state: one cache for a signed-in fan, and its keys. */
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Every key, so that live updates (app/live.tsx) can name what they change. */
export const keys = {
  balance: ['balance'],
  /** Read again with the balance. */
  setAside: ['balance', 'set-aside'],
  /** Whether balances are visible (lib/balance.ts); set only by the fan. */
  balanceShown: ['balance-shown'],
  sample: ['sample'],
  projects: ['projects'],
  projectLists: ['projects', 'list'],
  projectList: (filter: object) => ['projects', 'list', filter],
  project: (uid: string) => ['projects', uid],
  publicProject: (uid: string) => ['public-project', uid],
  /** The work of a $TUNE that has become the fan's (app/live/shown-work.ts). */
  shownWork: (projectId: number | null) => ['shown-work', projectId],
  tokens: ['tokens'],
  /** Which device plays a token (lib/play-lease.ts); pushed, never fetched. */
  playLease: (tokenUid: string) => ['play-lease', tokenUid],
  /** Bids, winners, history and log of every auction; those of one; and each of them. */
  auctions: ['auctions'],
  auction: (uid: string) => ['auctions', uid],
  bids: (uid: string) => ['auctions', uid, 'bids'],
  winners: (uid: string) => ['auctions', uid, 'winners'],
  bidHistory: (uid: string) => ['auctions', uid, 'history'],
  auctionLog: (uid: string) => ['auctions', uid, 'log'],
  /** The latest realtime state of an auction (lib/market.ts); pushed, never fetched. */
  market: (uid: string) => ['market', uid],
  userBids: ['user-bids'],
  /** The status of a payment that a screen follows (checkout/payment-status.ts); also written by realtime. */
  paymentStatus: (uid: string) => ['payment-status', uid],
  notifications: ['notifications'],
  push: ['push'],
  /** The payment by card whose bank waits for its payer (checkout/card-gate.tsx). */
  waitingCard: (flow: string, projectUid: string) => ['waiting-card', flow, projectUid],
  /** PIX payments: all; the open one for a deposit or a project; and one by its uid. */
  pix: ['pix'],
  openPix: (flow: string, projectUid: string) => ['pix', 'open', flow, projectUid],
  pixPayment: (uid: string) => ['pix', 'payment', uid],
  /** The account according to the auth API, its sessions, and the number of recovery codes left. */
  security: ['security'],
  gifts: ['gifts'],
  withdrawals: ['withdrawals'],
  statement: ['statement'],
  receipt: (id: string) => ['receipt', id],
} as const

// The default, a timer, would let the second tap of a double tap through before the button is disabled.
notifyManager.setScheduler(queueMicrotask)

/**
 * A cache that retries lost answers but never refusals, and refetches when the tab is focused. Offline,
 * mutations fail at once: by default they would wait for the connection, and buy something long after it was
 * wanted.
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
