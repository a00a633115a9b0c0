/** The part of market that other capabilities may use. */

export { sellPaid } from './buy-units.ts'
export { paymentWire } from './contract.ts'
export { type GiftOrder, giftOrder, storeGift } from './gift-order.ts'
export { judgeOrder, type Order, paidBy, reserveUnit, SALE_CONSTRAINTS } from './judge-order.ts'
export { placeBids } from './place-bids.ts'
export { storeTipWords, type TipOrder, tipOrder } from './tip-order.ts'
export { freeUnit, type ReturnedShares, returnMoney, returnShares, sharesLeft } from './undo-sale.ts'
