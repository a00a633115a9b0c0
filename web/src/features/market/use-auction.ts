import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BidsWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { marketQuery } from '../../lib/market.ts'
import { projectQuery } from '../payments/public.ts'
import { bidsQuery, winnersQuery } from './api.ts'
import { auctionView, projectNow, winnersView } from './market-view.ts'

/** How often the page polls while the realtime connection is down. */
const POLL_MS = 15_000

/** Whether the page has to poll, and the latest realtime state. */
function useMarket(uid: string) {
  const market = useQuery(marketQuery(uid))
  return {
    market: market.data,
    receivedAt: market.dataUpdatedAt,
    refetchInterval: market.data?.live ? false : POLL_MS,
  } as const
}

/** The project of the open page with its current units. `known` is what the page was opened with. */
export function useProjectNow(known: ProjectWire): ProjectWire {
  const { market, receivedAt, refetchInterval } = useMarket(known.uid)
  const { data = known, dataUpdatedAt } = useQuery({ ...projectQuery(known.uid), refetchInterval })
  return projectNow(data, market, { readAt: dataUpdatedAt, receivedAt })
}

/** Every known bid, and the query behind them for its other states; `view` is null until they have loaded. */
export function useBids(uid: string) {
  const { market, refetchInterval } = useMarket(uid)
  const query = useInfiniteQuery({ ...bidsQuery(uid), refetchInterval })
  const [first, ...rest]: BidsWire[] = query.data?.pages ?? []
  return { query, view: first ? auctionView([first, ...rest], market) : null }
}

/** The winners, in the same way. */
export function useWinners(uid: string) {
  const { market, refetchInterval } = useMarket(uid)
  const query = useInfiniteQuery({ ...winnersQuery(uid), refetchInterval })
  return { query, winners: winnersView(query.data?.pages ?? [], market) }
}
