import { useState } from 'react'
import { useParams } from 'react-router'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { PlayNow } from '../../features/access/play-now.tsx'
import { FollowControls } from '../../features/alerts/follow-controls.tsx'
import { HistoryChart } from '../../features/market/history-chart.tsx'
import { WaitingRoom } from '../../features/market/waiting-room.tsx'
import { SentPurchase } from '../../features/payments/sent-purchase.tsx'
import { WalletPurchase } from '../../features/payments/wallet-purchase.tsx'
import { ProjectScreen } from '../../features/projects/page/project-screen.tsx'

/**
 * `/project/{uid}` — a work inside the product: its public page, following it, what its units went for, and for
 * whoever has enough in the wallet the way from here to the first play.
 */
export function WorkScreen() {
  const { uid } = useParams()
  return <Work key={uid} />
}

function Work() {
  const [sent, setSent] = useState<{ payment: PaymentWire; project: ProjectWire } | null>(null)
  if (sent) {
    const { uid, validPeriod } = sent.project
    return (
      <SentPurchase
        {...sent}
        method={null}
        play={<PlayNow projectUid={uid} validPeriod={validPeriod} replaces />}
        isGift={false}
        onAgain={() => setSent(null)}
      />
    )
  }
  return (
    <div className="-mx-4 -mt-5 sm:-mx-8 sm:-mt-8">
      <ProjectScreen
        buy={({ uid }, otherwise) => (
          <WalletPurchase uid={uid} onSent={(payment, project) => setSent({ payment, project })}>
            {otherwise}
          </WalletPurchase>
        )}
        room={(props) => <WaitingRoom {...props} />}
        beside={(project) => <FollowControls project={project} />}
        below={({ uid }) => <HistoryChart uid={uid} bids={[]} />}
      />
    </div>
  )
}
