import { PlayNow } from '../../features/access/play-now.tsx'
import { HandOver } from '../../features/gifts/hand-over.tsx'
import { Turn } from '../../features/market/waiting-room.tsx'
import { PaymentScreen as Payment } from '../../features/payments/payment-screen.tsx'

/** `/payment/{uid}` — from the price to the first play, or to somebody else's hands. */
export function PaymentScreen() {
  return (
    <Payment
      play={({ uid, validPeriod }) => <PlayNow projectUid={uid} validPeriod={validPeriod} replaces />}
      handOver={(payment) => <HandOver payment={payment} />}
      turn={(props) => <Turn {...props} />}
    />
  )
}
