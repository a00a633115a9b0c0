import { FollowControls } from '../../features/alerts/follow-controls.tsx'
import { AuctionScreen as BidsAndHero } from '../../features/market/auction-screen.tsx'

/** `/auction/{uid}` — the auction, and following what is sold there. */
export function AuctionScreen() {
  return <BidsAndHero follow={(project) => <FollowControls project={project} />} />
}
