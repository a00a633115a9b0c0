import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { AuctionView } from './market-view.ts'

export type BidMethod = 'balance' | 'pix' | 'card'

/** What every way to pay for a bid are given. */
export type BidOfferProps = {
  project: ProjectWire
  view: AuctionView | null
  /** Centavos, or null while nothing is typed. */
  amount: number | null
  onAmount(amount: number | null): void
  /** While a bid is on its way the modal stays open. */
  onSending(sending: boolean): void
  onDuplicate(): void
  onSent(method: BidMethod, payment: PaymentWire): void
}
