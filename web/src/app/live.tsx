/**
 * Live changes: the only place where rows pushed by realtime become changes of the cache and effects on the
 * screen. After every (re)connection and whenever the tab is looked at again, the payments are read too, so
 * that nothing said while the line was down is lost.
 */
import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import toast from 'react-hot-toast'
import type { PaymentStatus } from '#domain/payment.ts'
import { i18n } from '../lib/i18n.ts'
import { keys } from '../lib/query.ts'
import { realtime, rest } from '../lib/supabase.ts'
import { wasFailureTold } from '../lib/told-failure.ts'
import { useSignedIn } from '../session/provider.tsx'
import { type PaymentRow, type SeenPayments, seeAll, seePayment } from './payment-changes.ts'
import { PAYMENT_EFFECTS } from './payment-effects.ts'
import { PaymentModal } from './payment-modal.tsx'

/** How many of the newest payments are read again; older ones have long reached their end. */
const REREAD = 30
/** The form that sent a refused payment is about to say so itself, with the bank's own words. */
const FAILURE_WAIT_MS = 2000

export function Live() {
  const { user } = useSignedIn()
  const cache = useQueryClient()
  const seen = useRef<SeenPayments | null>(null)
  const [modal, setModal] = useState<PaymentStatus | null>(null)

  useEffect(() => {
    const memory = `tune-payments-${user.id}`
    let ended = false
    let line: { client: RealtimeClient; channel: RealtimeChannel } | null = null
    seen.current = recall(memory)
    // Until the payments have been read once, nobody knows which of them are old: none of those read is news.
    let arrived = seen.current !== null

    function remember(payments: SeenPayments) {
      seen.current = payments
      if (arrived) sessionStorage.setItem(memory, JSON.stringify(payments))
    }

    function hear(row: PaymentRow) {
      const result = seePayment(seen.current ?? {}, row)
      remember(result.seen)
      if (!result.isNews) return
      if (row.status === 'failed')
        setTimeout(() => !ended && !wasFailureTold(Date.now()) && take(row), FAILURE_WAIT_MS)
      else take(row)
    }

    function take(row: PaymentRow) {
      const effect = PAYMENT_EFFECTS[row.status]
      if (effect.toast) show(effect.toast, row.status)
      if (effect.modal) setModal(row.status)
      if (effect.balance) void cache.invalidateQueries({ queryKey: keys.balance })
      if (row.flow !== 'balance') {
        void cache.invalidateQueries({ queryKey: keys.projects })
        void cache.invalidateQueries({ queryKey: keys.tokens })
      }
    }

    async function reread() {
      const client = await rest()
      const { data, error } = await client
        .from('payments')
        .select('id,flow,status')
        .eq('user_id', user.id)
        .order('id', { ascending: false })
        .limit(REREAD)
      // A failed re-read loses nothing: the next focus or reconnection reads again from the same memory.
      if (ended || error) return
      const rows = (data as PaymentRow[]).reverse()
      if (arrived) {
        for (const row of rows) hear(row)
      } else {
        arrived = true
        remember({ ...seeAll(rows), ...seen.current })
      }
    }

    function paymentChanged(change: { new: unknown }) {
      hear(change.new as PaymentRow)
    }

    function tokensChanged() {
      void cache.invalidateQueries({ queryKey: keys.tokens })
      void cache.invalidateQueries({ queryKey: keys.projects })
    }

    async function connect() {
      const client = await realtime()
      if (ended) return
      const mine = { schema: 'public', filter: `user_id=eq.${user.id}` }
      const channel = client
        .channel(`own-rows:${user.id}`)
        .on('postgres_changes', { event: 'INSERT', table: 'payments', ...mine }, paymentChanged)
        .on('postgres_changes', { event: 'UPDATE', table: 'payments', ...mine }, paymentChanged)
        .on('postgres_changes', { event: 'INSERT', table: 'mints', ...mine }, tokensChanged)
        .on('postgres_changes', { event: 'UPDATE', table: 'mints', ...mine }, tokensChanged)
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return
          void reread()
          void cache.invalidateQueries()
        })
      line = { client, channel }
    }

    function looked() {
      if (document.visibilityState === 'visible') void reread()
    }

    void connect()
    document.addEventListener('visibilitychange', looked)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', looked)
      void line?.client.removeChannel(line.channel)
    }
  }, [user.id, cache])

  return <PaymentModal status={modal} onClose={() => setModal(null)} />
}

function recall(memory: string): SeenPayments | null {
  const kept = sessionStorage.getItem(memory)
  return kept ? (JSON.parse(kept) as SeenPayments) : null
}

function show(kind: 'info' | 'success' | 'error', status: PaymentStatus) {
  const text = i18n.t(`live:toast.${status}` as 'live:toast.pending')
  if (kind === 'success') toast.success(text, { duration: 4000 })
  else if (kind === 'error') toast.error(text)
  else toast(text)
}
