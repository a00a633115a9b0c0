/** The part of market that other capabilities may use. */

export { sellPaid } from './buy-units.ts'
export { paymentWire } from './contract.ts'
export { judgeOrder, type Order, reserveUnit, SALE_CONSTRAINTS } from './judge-order.ts'
export { placeBids } from './place-bids.ts'
export { freeUnit, type ReturnedShares, returnMoney, returnOf, sharesLeft } from './undo-sale.ts'
