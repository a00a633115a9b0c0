import type { RealtimeChannel } from '@supabase/realtime-js'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { useMatch } from 'react-router'
import { applyFrame } from '#domain/market-frame.ts'
import type { MarketFrame } from '#server/product/market/contract.ts'
import { i18n } from '../../lib/i18n.ts'
import type { Market } from '../../lib/market.ts'
import { AUCTION_ROUTE } from '../../lib/paths.ts'
import { keys } from '../../lib/query.ts'
import { realtime } from '../../lib/supabase.ts'
import { marketEvents } from './market-news.ts'

/** Follows the auction whose page is open; `nickname` is the fan's own. */
export function useLiveMarket(nickname: string | null): void {
  const cache = useQueryClient()
  const uid = useMatch(AUCTION_ROUTE)?.params.uid
  useEffect(() => (uid ? followMarket(uid, nickname, cache) : undefined), [uid, nickname, cache])
}

/** Keeps `keys.market(uid)` up to date. A frame that does not continue the last one means rejoining the channel. */
function followMarket(uid: string, nickname: string | null, cache: QueryClient): () => void {
  let ended = false
  let leave: (() => Promise<unknown>) | null = null
  /** The frame that the next delta builds on; null from a lost connection until the next snapshot. */
  let held: MarketFrame | null = null

  async function join() {
    const client = await realtime()
    if (ended) return
    const channel: RealtimeChannel = client.channel(`market:${uid}`)
    const onFrame = ({ payload }: { payload: MarketFrame }) => take(payload)
    channel
      .on('broadcast', { event: 'snapshot' }, onFrame)
      .on('broadcast', { event: 'delta' }, onFrame)
      .subscribe((status) => status !== 'SUBSCRIBED' && lose())
    leave = () => client.removeChannel(channel)
  }

  async function rejoin() {
    lose()
    const left = leave?.()
    leave = null
    await left
    if (!ended) await join()
  }

  function lose() {
    held = null
    cache.setQueryData<Market>(keys.market(uid), (market) => market && { ...market, live: false })
  }

  function take(frame: MarketFrame) {
    // While the channel is being left, frames that still arrive are ignored.
    if (ended || leave === null) return
    const next = applyFrame(held, frame)
    if (next === null) return void rejoin()
    const before = cache.getQueryData<Market>(keys.market(uid))?.frame
    held = next
    cache.setQueryData<Market>(keys.market(uid), { frame: next, live: true })
    const news = marketEvents(before, next, nickname)
    if (news.newBid) toast(i18n.t('live:bid.registered'), { id: 'bid-registered' })
    if (news.withdrawn) void cache.invalidateQueries({ queryKey: keys.bids(uid) })
  }

  void join()
  return () => {
    ended = true
    void leave?.()
    cache.removeQueries({ queryKey: keys.market(uid) })
  }
}
