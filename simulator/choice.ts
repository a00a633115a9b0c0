/** How the next step is chosen, and its person and subject. */
import { account, balance } from './books.ts'
import type { Random } from './random.ts'
import { type Fan, type Market, type Project, type Token, unsoldUnits } from './state.ts'

/** The market as it is, chance, and a name for each call. */
export type Choice = { market: Market; random: Random; newKey: () => string }

/** Wallets below zero because of a dispute are few, and are picked more often. */
export function anyFan({ market, random }: Choice): Fan {
  const there = market.fans.filter(({ isErased }) => !isErased)
  const below = there.filter(({ id }) => balance(market.books, account.available(id)) < 0)
  return random.pick(below.length > 0 && random.chance(0.2) ? below : there)
}

/** Mostly one on sale; now and then one that is over or to come, or that does not exist. */
export function anyProject({ market, random }: Choice): Project | null {
  if (random.chance(0.02)) return null
  const onSale = market.projects.filter(({ isActive, expiredAt }) => isActive && expiredAt > market.now)
  return random.pick(onSale.length > 0 && random.chance(0.9) ? onSale : market.projects)
}

/** One to buy of: mostly one whose first lot is not sold out, if there is one. */
export function anyLot(choice: Choice): Project | null {
  const { market, random } = choice
  const open = market.projects.filter(
    (project) =>
      project.isActive && project.expiredAt > market.now && unsoldUnits(project, market.now).length > 0,
  )
  return open.length > 0 && random.chance(0.8) ? random.pick(open) : anyProject(choice)
}

/** Somebody acts on a token: mostly on one that they hold, or have given, among the last. */
export function aboutToken(choice: Choice): { fan: Fan; project: Project; token: Token | null } {
  const { market, random } = choice
  const project = anyProject(choice) ?? random.pick(market.projects)
  const given = project.tokens.filter(({ fan, payer, status }) => fan !== payer && status === 'minted')
  const some = given.length > 0 && random.chance(0.5) ? given : project.tokens.slice(-6)
  const token = some.length > 0 && random.chance(0.9) ? random.pick(some) : null
  const own = token && random.chance(0.3) ? token.payer : token?.fan
  return { fan: own && random.chance(0.9) ? own : anyFan(choice), project, token }
}
