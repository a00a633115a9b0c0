import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BidsWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { projectQuery } from '../../checkout/api.ts'
import { marketQuery } from '../../lib/market.ts'
import { bidsQuery, winnersQuery } from './api.ts'
import { auctionView, projectNow, winnersView } from './market-view.ts'

/** How often the page polls while the realtime connection is down. */
const UNHEARD_MS = 15_000

/** Whether the page has to poll, and the latest realtime state. */
function useMarket(uid: string) {
  const market = useQuery(marketQuery(uid))
  return {
    market: market.data,
    heardAt: market.dataUpdatedAt,
    ask: market.data?.live ? false : UNHEARD_MS,
  } as const
}

/** The project whose page is open, with its units as they are now. `known` is what the page was opened with. */
export function useProjectNow(known: ProjectWire): ProjectWire {
  const { market, heardAt, ask } = useMarket(known.uid)
  const { data = known, dataUpdatedAt } = useQuery({ ...projectQuery(known.uid), refetchInterval: ask })
  return projectNow(data, market, { readAt: dataUpdatedAt, heardAt })
}

/** Every bid that is known, with the query behind them for its other states; `view` is null until they are read. */
export function useBids(uid: string) {
  const { market, ask } = useMarket(uid)
  const query = useInfiniteQuery({ ...bidsQuery(uid), refetchInterval: ask })
  const [first, ...rest]: BidsWire[] = query.data?.pages ?? []
  return { query, view: first ? auctionView([first, ...rest], market) : null }
}

/** The winners, in the same way. */
export function useWinners(uid: string) {
  const { market, ask } = useMarket(uid)
  const query = useInfiniteQuery({ ...winnersQuery(uid), refetchInterval: ask })
  return { query, winners: winnersView(query.data?.pages ?? [], market) }
}
