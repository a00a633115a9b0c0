/**
 * The chain's answers to everything queued for it, and their consequences: `record-chain-outcome.ts` in the server.
 */
import { isStanding } from '#domain/bid.ts'
import { unlockDeadline } from '#domain/token.ts'
import { turn } from './charges.ts'
import { become } from './coverage.ts'
import { returnShares } from './sales.ts'
import { release, settleAll } from './settlement.ts'
import { type Bid, type Market, type Operation, type Project, type Token, UNLOCK_SECONDS } from './state.ts'
import { takeBack } from './undo.ts'

/** Outside the ledger. */
const AT_EVERY_TIME: readonly Operation['kind'][] = ['deploy', 'credit']

/**
 * Lets the chain process its queue, in order, and again what follows from that, until nothing is left. While it
 * `refuses`, no record is made; contracts of new projects are. The worker settles after each batch.
 */
export function recordAll(market: Market, refuses: boolean): void {
  while (market.operations.length > 0) {
    const batch = market.operations
    market.operations = []
    for (const operation of batch) {
      market.now++
      if (refuses && !AT_EVERY_TIME.includes(operation.kind)) refuseOne(market, operation)
      else recordOne(market, operation)
    }
    settleAll(market)
  }
}

function recordOne(market: Market, operation: Operation): void {
  switch (operation.kind) {
    case 'deploy':
      operation.project.isDeployed = true
      return
    case 'credit':
      if (operation.charge.flow === 'balance') turn(market, operation.charge, 'succeded-token')
      return
    case 'sell':
      if (operation.token.payer.isOnChain) recordMint(market, operation.token)
      else undoSale(market, operation.project, operation.token)
      return
    case 'play':
      operation.token.song = become(market.seen, 'song', operation.token.song, 'played')
      return
    case 'bid':
      recordBid(market, operation.bid)
      return
    case 'release':
      recordRelease(market, operation.bids)
      return
  }
}

function refuseOne(market: Market, operation: Operation): void {
  if (operation.kind === 'sell') undoSale(market, operation.project, operation.token)
  if (operation.kind === 'bid' && isStanding(operation.bid.status)) {
    release(market, operation.project, [operation.bid], 'failed', 'failed')
  }
  // The money was returned when the bids were withdrawn; whether the chain records it makes no difference to them.
  if (operation.kind === 'release') recordRelease(market, operation.bids)
}

function recordMint(market: Market, token: Token): void {
  token.status = become(market.seen, 'token', token.status, 'minted')
  token.endsAt = unlockDeadline(market.now, UNLOCK_SECONDS)
  if (token.isWon) return
  token.payment.status = become(market.seen, 'payment of a unit', token.payment.status, 'succeded-mint')
}

/** Every centavo back to the fan; the unit on sale again. */
function undoSale(market: Market, project: Project, token: Token): void {
  takeBack(market, project, token, 'undone by the chain')
  if (!token.isWon) {
    token.payment.status = become(market.seen, 'payment of a unit', token.payment.status, 'failed-mint')
  }
  returnShares(market, project, token)
}

/** A bid that has won or was withdrawn meanwhile stays as it is. */
function recordBid(market: Market, bid: Bid): void {
  if (bid.status === 'pending') bid.status = become(market.seen, 'bid', bid.status, 'bided')
  if (bid.payment.status === 'succeded') {
    bid.payment.status = become(market.seen, 'payment of a bid', bid.payment.status, 'succeded-bided')
  }
}

function recordRelease(market: Market, bids: Bid[]): void {
  for (const bid of bids) bid.status = become(market.seen, 'bid', bid.status, 'cancelled')
}
