/** What other capabilities may use of market: nothing else of this folder is theirs. */
export type { PaymentWire } from './contract.ts'
export { judgeOrder, type Order, reserveUnit, SALE_CONSTRAINTS } from './judge-order.ts'
export { placeBids } from './place-bids.ts'
export type { ProjectForSale } from './purchase-view.ts'
export { sellUnit } from './sell-unit.ts'
export { freeUnit, type ReturnedShares, returnMoney, returnOf, sharesLeft } from './undo-sale.ts'
