/** What is bought for somebody else or with a tip, and what becomes of gifts next. */
import { anyFan, type Choice } from './choice.ts'
import { type Gift, type GiftOrder, hasStandingBid, type Project } from './state.ts'
import type { AcceptStep, Step } from './steps.ts'

/** How many of the last gifts are considered once they have ended. */
const RECENT = 8
/** The most people who accept at once. */
const TOGETHER = 4

export function beside({ random, newKey }: Choice, gifts = 0.4): { gift: GiftOrder | null; tip: number } {
  return {
    gift: random.chance(gifts) ? { email: random.chance(0.3) ? `${newKey()}@tune.test` : null } : null,
    tip: random.chance(0.35) ? 100 + random.below(400) : 0,
  }
}

function anyGift({ market, random }: Choice): { project: Project; gift: Gift } | null {
  const all = market.projects.flatMap((project) => project.gifts.map((gift) => ({ project, gift })))
  const waiting = all.filter(({ gift }) => gift.status === 'waiting')
  const some = random.chance(0.8) ? waiting : all.slice(-RECENT)
  return some.length > 0 ? random.pick(some) : null
}

/** A link is made, handed over, and opened: by one, by several at once, by the giver; or the gift is taken back. */
export function giftTurn(choice: Choice): Step | null {
  const { market, random } = choice
  const about = anyGift(choice)
  if (!about) return null
  const { gift } = about
  const giver = random.chance(0.85) ? gift.giver : anyFan(choice)
  // The mail brings a link of its own, when the worker sends it.
  const mayRenew = !gift.hasMail || market.workerIsUp
  if (mayRenew && random.chance(gift.links === 0 ? 0.85 : 0.1))
    return { kind: 'renewLink', fan: giver, ...about }
  if (gift.links === 0 || random.chance(0.1)) return { kind: 'takeGiftBack', fan: giver, ...about }
  const steps = Array.from({ length: 2 + random.below(TOGETHER - 1) }, () => acceptance(choice, about))
  const [first] = steps
  return random.chance(0.2) || !first ? { kind: 'acceptTogether', ...about, steps } : first
}

function acceptance(choice: Choice, about: { project: Project; gift: Gift }): AcceptStep {
  const { market, random } = choice
  const { giver, recipient, links } = about.gift
  const known = recipient && random.chance(0.4) ? recipient : anyFan(choice)
  // Whether a bid has won by now is not known before what is due is settled.
  const mayHaveWon = !market.workerIsUp && hasStandingBid(about.project, known)
  const fan = mayHaveWon || random.chance(0.08) ? giver : known
  return { kind: 'accept', fan, ...about, isOldLink: links > 1 && random.chance(0.2) }
}

/** The date of a gift is brought forward to now. */
export function giftDate({ market, random }: Choice): Step | null {
  const waiting = market.projects.flatMap(({ gifts }) => gifts.filter(({ status }) => status === 'waiting'))
  return waiting.length > 0 ? { kind: 'giftDate', gift: random.pick(waiting), at: market.now } : null
}
