/**
 * Realtime updates: the only place where pushed messages become cache changes and effects on the screen.
 * Anything missed while the connection was down is fetched when it is back, and whenever the tab becomes
 * visible.
 */
import { useEffect, useState } from 'react'
import { useIsOnScreen } from '../lib/payment-on-screen.ts'
import { useSignedIn } from '../session/provider.tsx'
import { useLiveMarket } from './live/market.ts'
import { useOwnRows } from './live/own-rows.ts'
import { PaymentModal } from './live/payment-modal.tsx'
import type { ShownPayment } from './live/payments.ts'
import { useLiveProjects } from './live/projects.ts'

export function Live() {
  const { user, profile } = useSignedIn()
  const [modal, setModal] = useState<ShownPayment | null>(null)
  useOwnRows(user.id, setModal)
  useLiveMarket(profile.nickname)
  useLiveProjects()
  // A screen that follows the payment shows this step itself; after leaving that screen, the step is old news.
  const isOnScreen = useIsOnScreen(modal)
  useEffect(() => {
    if (isOnScreen) setModal(null)
  }, [isOnScreen])
  return <PaymentModal payment={isOnScreen ? null : modal} onClose={() => setModal(null)} />
}
