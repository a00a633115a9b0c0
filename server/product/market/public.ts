/** The part of market that other capabilities may use. */
export { paymentWire } from './contract.ts'
export { judgeOrder, type Order, reserveUnit, SALE_CONSTRAINTS } from './judge-order.ts'
export { placeBids } from './place-bids.ts'
export { projectForSale } from './purchase-view.ts'
export { sellUnit } from './sell-unit.ts'
export { freeUnit, type ReturnedShares, returnMoney, returnOf, sharesLeft } from './undo-sale.ts'
