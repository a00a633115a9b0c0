/**
 * Live changes: the only place where what realtime pushes becomes changes of the cache and effects on the screen. What
 * was missed while the connection was down is read again when it is back, and whenever the tab becomes visible.
 */
import { useEffect, useState } from 'react'
import { useIsOnScreen } from '../lib/payment-on-screen.ts'
import { useSignedIn } from '../session/provider.tsx'
import { useLiveMarket } from './live/market.ts'
import { useOwnRows } from './live/own-rows.ts'
import { PaymentModal } from './live/payment-modal.tsx'
import type { ToldPayment } from './live/payments.ts'
import { useLiveProjects } from './live/projects.ts'

export function Live() {
  const { user, profile } = useSignedIn()
  const [modal, setModal] = useState<ToldPayment | null>(null)
  useOwnRows(user.id, setModal)
  useLiveMarket(profile.nickname)
  useLiveProjects()
  // A screen that follows the payment says the same in its place; once it is left, the step is old.
  const isOnScreen = useIsOnScreen(modal)
  useEffect(() => {
    if (isOnScreen) setModal(null)
  }, [isOnScreen])
  return <PaymentModal told={isOnScreen ? null : modal} onClose={() => setModal(null)} />
}
