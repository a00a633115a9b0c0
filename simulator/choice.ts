/** How the next step is chosen, and its person and subject. */
import { account, balance } from './books.ts'
import type { Random } from './random.ts'
import type { Fan, Market, Project, Token } from './state.ts'

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

/** Somebody acts on a token: mostly on one of theirs, among the last that were sold. */
export function aboutToken(choice: Choice): { fan: Fan; project: Project; token: Token | null } {
  const { market, random } = choice
  const project = anyProject(choice) ?? random.pick(market.projects)
  const token = project.tokens.length > 0 && random.chance(0.9) ? random.pick(project.tokens.slice(-6)) : null
  return { fan: token && random.chance(0.9) ? token.fan : anyFan(choice), project, token }
}
