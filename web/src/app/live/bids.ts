import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { BID_TRANSITIONS, type BidStatus } from '#domain/bid.ts'
import type { Page } from '#server/product/api/call.ts'
import type { BidWire } from '#server/product/market/contract.ts'
import { bidStatusLabel } from '../../lib/bid-status.ts'
import { i18n } from '../../lib/i18n.ts'
import { keys } from '../../lib/query.ts'
import { rest } from '../../lib/supabase.ts'
import { type Announcer, createAnnouncer } from './announcer.ts'
import { type BidRow, changeBid } from './bid-row.ts'

/** How many of the newest bids are read again; older ones have long reached a final status. */
const REREAD = 30

/**
 * Announces the fan's own bids: a toast for every change of status, the row at once, then both lists and the
 * balance.
 */
export function announceBids(userId: string, cache: QueryClient): Announcer {
  return createAnnouncer<BidStatus, BidRow>({
    memory: `tune-bids-${userId}`,
    machineOf: () => BID_TRANSITIONS,
    async read() {
      const { data, error } = await (await rest())
        .from('bids')
        .select('id,status,tx_hash')
        .eq('user_id', userId)
        .order('id', { ascending: false })
        .limit(REREAD)
      return error ? null : (data as BidRow[]).reverse()
    },
    announce(row) {
      // A bid starts as pending, which the form that sent it has already reported.
      if (row.status !== 'pending') {
        toast(i18n.t('live:bid.updated', { status: bidStatusLabel(row.status) }), { id: `bid-${row.id}` })
      }
      for (const queryKey of [keys.auctions, keys.userBids]) {
        cache.setQueriesData<InfiniteData<Page<BidWire>>>({ queryKey }, (list) => changeBid(list, row))
        void cache.invalidateQueries({ queryKey })
      }
      void cache.invalidateQueries({ queryKey: keys.balance })
    },
  })
}
