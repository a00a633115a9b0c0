/** The money of a sale: to author and platform, on to those who share the author's part, and back from each. */
import { splitProceeds } from '#domain/proceeds.ts'
import { partsOf } from '#domain/split.ts'
import { account, transfer } from './books.ts'
import { count } from './coverage.ts'
import { splitInForce } from './splits.ts'
import type { Market, Project, Token } from './state.ts'

/** Price and tip of a new token, `from` the account that has them. The whole tip is the author's. */
export function paySale(market: Market, project: Project, token: Token, from: string): void {
  const { books, seen } = market
  const { amount, tip } = token.payment
  const price = splitProceeds(amount - tip)
  transfer(books, from, account.payable(project.id), price.author)
  transfer(books, from, account.revenue, price.platform)
  transfer(books, from, account.payable(project.id), tip)
  token.shares = { author: price.author + tip, platform: price.platform }
  if (tip > 0) count(seen, 'a tip paid')
  const split = splitInForce(project)
  if (!split) return
  const weights = split.shares.map(({ basisPoints }) => basisPoints)
  // Each by itself: a centavo that is left over of both may go to different people.
  const [ofPrice, ofTip] = [partsOf(price.author, weights), partsOf(tip, weights)]
  token.parts = split.shares.map(({ artist }, place) => ({
    artist,
    left: (ofPrice[place] ?? 0) + (ofTip[place] ?? 0),
  }))
  for (const { artist, left } of token.parts) {
    transfer(books, account.payable(project.id), account.share(project.id, artist.id), left)
  }
  count(seen, tip > 0 ? 'a sale shared with its tip' : 'a sale shared')
  if (weights.some((weight) => (price.author * weight) % 10_000 > 0)) count(seen, 'centavos left over shared')
}

/** What each whose money the author's part is would give of `amount`, in proportion to what they still have of the sale. */
export function authorsLegs(
  project: Project,
  token: Token,
  amount: number,
): { from: string; amount: number }[] {
  if (token.parts.length === 0) return [{ from: account.payable(project.id), amount }]
  const parts = partsOf(
    amount,
    token.parts.map(({ left }) => left),
  )
  return token.parts.map(({ artist }, place) => ({
    from: account.share(project.id, artist.id),
    amount: parts[place] ?? 0,
  }))
}

/** Author and platform give whoever paid what they still have of it, or the given part. */
export function returnShares(market: Market, project: Project, token: Token, part = token.shares): void {
  const { books, seen } = market
  const { author, platform } = part
  const payer = account.available(token.payer.id)
  if (token.parts.length > 0) {
    for (const [place, { from, amount }] of authorsLegs(project, token, author).entries()) {
      transfer(books, from, account.payable(project.id), amount)
      const own = token.parts[place]
      if (own) own.left -= amount
    }
    count(seen, part === token.shares ? 'a shared sale given back' : 'a part of a shared sale given back')
  }
  if (token.payment.tip > 0) count(seen, 'a tip given back')
  transfer(books, account.payable(project.id), payer, author)
  transfer(books, account.revenue, payer, platform)
  token.shares = { author: token.shares.author - author, platform: token.shares.platform - platform }
}
