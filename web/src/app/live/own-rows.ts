import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { matchQuery, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../../lib/query.ts'
import { realtime } from '../../lib/supabase.ts'
import { announceBids } from './bids.ts'
import { announcePayments, type ShownPayment } from './payments.ts'

/** Follows the fan's own payments, tokens, bids and notifications for as long as somebody is signed in. */
export function useOwnRows(userId: string, openModal: (payment: ShownPayment) => void): void {
  const cache = useQueryClient()
  useEffect(() => followOwnRows(userId, cache, openModal), [userId, cache, openModal])
}

type Row = Record<string, unknown>

function followOwnRows(
  userId: string,
  cache: QueryClient,
  openModal: (payment: ShownPayment) => void,
): () => void {
  const payments = announcePayments(userId, cache, openModal)
  const bids = announceBids(userId, cache)
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

  function leaseChanged(lease: Row) {
    if (typeof lease.device === 'string')
      cache.setQueryData(keys.playLease(String(lease.token)), lease.device)
  }

  async function connect() {
    const client = await realtime()
    if (ended) return
    const channel = client.channel(`own-rows:${userId}`)
    const on = (table: string, onRow: (row: Row) => void, isChanged = true) => {
      const rows = { schema: 'public', table, filter: `user_id=eq.${userId}` }
      channel.on('postgres_changes', { event: 'INSERT', ...rows }, (change) => onRow(change.new))
      if (isChanged)
        channel.on('postgres_changes', { event: 'UPDATE', ...rows }, (change) => onRow(change.new))
    }
    on('payments', payments.receive)
    on('mints', tokensChanged)
    on('play_leases', leaseChanged)
    on('bids', bids.receive)
    // Marking them as read changes the rows too, which is not news.
    on('notifications', () => refetchNotified(cache), false)
    channel.subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      reread()
      // The list of projects has a channel of its own (projects.ts), which fetches it when it has joined.
      void cache.invalidateQueries({
        predicate: (query) => !matchQuery({ queryKey: keys.projectLists }, query),
      })
    })
    line = { client, channel }
  }

  function onVisibilityChange() {
    if (document.visibilityState === 'visible') reread()
  }

  void connect()
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    ended = true
    payments.end()
    bids.end()
    document.removeEventListener('visibilitychange', onVisibilityChange)
    void line?.client.removeChannel(line.channel)
  }
}

function refetchNotified(cache: QueryClient): void {
  // Nearly every notification is about money, and some (a sale the chain refused) change no other row of the
  // fan's.
  for (const queryKey of [keys.notifications, keys.balance, keys.withdrawals, keys.statement, keys.gifts])
    void cache.invalidateQueries({ queryKey })
}
