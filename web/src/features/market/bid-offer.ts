import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { AuctionView } from './market-view.ts'

export type BidMethod = 'balance' | 'pix' | 'card'

/** The props shared by every payment method of a bid. */
export type BidOfferProps = {
  project: ProjectWire
  view: AuctionView | null
  /** Centavos, or null while the field is empty. */
  amount: number | null
  onAmount(amount: number | null): void
  /** While a bid is being sent the modal stays open. */
  onSending(sending: boolean): void
  onDuplicate(): void
  onSent(method: BidMethod, payment: PaymentWire): void
}
