import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { matchQuery, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../../lib/query.ts'
import { realtime } from '../../lib/supabase.ts'
import { tellBids } from './bids.ts'
import { type ToldPayment, tellPayments } from './payments.ts'

/** Follows the fan's own payments, tokens, bids and notifications for as long as somebody is signed in. */
export function useOwnRows(userId: string, openModal: (told: ToldPayment) => void): void {
  const cache = useQueryClient()
  useEffect(() => followOwnRows(userId, cache, openModal), [userId, cache, openModal])
}

function followOwnRows(
  userId: string,
  cache: QueryClient,
  openModal: (told: ToldPayment) => void,
): () => void {
  const payments = tellPayments(userId, cache, openModal)
  const bids = tellBids(userId, cache)
  let ended = false
  let line: { client: RealtimeClient; channel: RealtimeChannel } | null = null

  function reread() {
    void payments.reread()
    void bids.reread()
  }

  function tokensChanged() {
    void cache.invalidateQueries({ queryKey: keys.tokens })
    void cache.invalidateQueries({ queryKey: keys.projects })
  }

  function leaseChanged({ new: lease }: { new: Record<string, unknown> }) {
    if (typeof lease.device === 'string')
      cache.setQueryData(keys.playLease(String(lease.token)), lease.device)
  }

  async function connect() {
    const client = await realtime()
    if (ended) return
    const mine = { schema: 'public', filter: `user_id=eq.${userId}` }
    const channel = client
      .channel(`own-rows:${userId}`)
      .on('postgres_changes', { event: 'INSERT', table: 'payments', ...mine }, (change) =>
        payments.hear(change.new),
      )
      .on('postgres_changes', { event: 'UPDATE', table: 'payments', ...mine }, (change) =>
        payments.hear(change.new),
      )
      .on('postgres_changes', { event: 'INSERT', table: 'mints', ...mine }, tokensChanged)
      .on('postgres_changes', { event: 'UPDATE', table: 'mints', ...mine }, tokensChanged)
      .on('postgres_changes', { event: 'INSERT', table: 'play_leases', ...mine }, leaseChanged)
      .on('postgres_changes', { event: 'UPDATE', table: 'play_leases', ...mine }, leaseChanged)
      .on('postgres_changes', { event: 'INSERT', table: 'bids', ...mine }, (change) => bids.hear(change.new))
      .on('postgres_changes', { event: 'UPDATE', table: 'bids', ...mine }, (change) => bids.hear(change.new))
      .on('postgres_changes', { event: 'INSERT', table: 'notifications', ...mine }, () => {
        void cache.invalidateQueries({ queryKey: keys.notifications })
        // Nearly all news is of money, and some (a sale the chain refused) changes no other row of one's own.
        void cache.invalidateQueries({ queryKey: keys.balance })
        void cache.invalidateQueries({ queryKey: keys.withdrawals })
        void cache.invalidateQueries({ queryKey: keys.statement })
      })
      .subscribe((status) => {
        if (status !== 'SUBSCRIBED') return
        reread()
        // The list of projects has a line of its own (projects.ts), which reads it again when it stands.
        void cache.invalidateQueries({
          predicate: (query) => !matchQuery({ queryKey: keys.projectLists }, query),
        })
      })
    line = { client, channel }
  }

  function looked() {
    if (document.visibilityState === 'visible') reread()
  }

  void connect()
  document.addEventListener('visibilitychange', looked)
  return () => {
    ended = true
    payments.end()
    bids.end()
    document.removeEventListener('visibilitychange', looked)
    void line?.client.removeChannel(line.channel)
  }
}
