/** The steps that a market can take, and the randomness by which one follows another. */
import type { DisputeStatus } from '#domain/dispute.ts'
import type { PaymentFlow } from '#domain/payment.ts'
import type { RefundDestination } from '#domain/refund.ts'
import { aboutToken, anyFan, type Choice } from './choice.ts'
import { bid, burst, buy, erase } from './fan-steps.ts'
import { giftDate, giftTurn } from './gift-steps.ts'
import { arrive, charge, decide, dispute, refund, sendBack, withdraw, writeOff } from './money-steps.ts'
import { halt, newProject, nextNeeded, payOut, putAnEnd, stop } from './operator-steps.ts'
import type { Random } from './random.ts'
import { splitTurn } from './split-steps.ts'
import type {
  Artist,
  CardRefund,
  Charge,
  Fan,
  Gift,
  GiftOrder,
  Market,
  Payment,
  Project,
  Share,
  Split,
  Token,
  Withdrawal,
} from './state.ts'

/** A tip beside a bid is refused. */
export type BidStep = {
  kind: 'bid'
  fan: Fan
  project: Project | null
  amount: number
  tip: number
  key: string
}
/** For oneself or, as a gift, for somebody else. */
export type BuyStep = {
  kind: 'buy'
  fan: Fan
  project: Project | null
  gift: GiftOrder | null
  tip: number
  key: string
}
/** Somebody opens a gift's link, the last one or one before it. */
export type AcceptStep = { kind: 'accept'; fan: Fan; project: Project; gift: Gift; isOldLink: boolean }
/** The giver, or somebody who is not, asks for a new link, or for the money. */
export type GiverStep = { kind: 'renewLink' | 'takeGiftBack'; fan: Fan; project: Project; gift: Gift }
/** Somebody starts a payment from outside. */
export type ChargeStep = {
  kind: 'charge'
  method: 'card' | 'pix'
  flow: PaymentFlow
  fan: Fan
  /** None for a deposit. */
  project: Project | null
  /** Without the tip. */
  amount: number
  gift: GiftOrder | null
  tip: number
  /** The card's bank refuses at once. */
  isDeclined: boolean
  key: string
}
export type ArriveStep = {
  kind: 'arrive'
  fan: Fan
  charge: Charge
  says: 'paid' | 'failed' | 'another amount'
}
export type CancelPurchaseStep = { kind: 'regret'; fan: Fan; project: Project; token: Token | null }
export type RefundStep = {
  kind: 'refund'
  /** Who paid. */
  fan: Fan
  project: Project | null
  payment: Payment
  /** The charge of the payment, if it came from outside. */
  charge: Charge | null
  /** What the payment bought, if anything. */
  token: Token | null
  amount: number
  destination: RefundDestination
  despitePlay: boolean
  key: string
}
/** A refund that had been considered paid is returned by the bank. */
export type SendBackStep = { kind: 'sendBack'; fan: Fan; refund: CardRefund }
/** The processor's report on a bank's dispute of a charge. */
export type DisputeStep = { kind: 'dispute'; fan: Fan; charge: Charge; says: DisputeStatus }
export type WriteOffStep = { kind: 'writeOff'; fan: Fan; amount: number; key: string }
export type WithdrawStep = { kind: 'withdraw'; fan: Fan; amount: number; isPayable: boolean; key: string }
export type DecideStep = {
  kind: 'decide'
  fan: Fan
  withdrawal: Withdrawal
  becomes: 'approved' | 'cancelled' | 'rejected'
}
export type PayoutStep = { kind: 'payOut'; artist: Artist; amount: number; key: string }
/** By the operator, or by somebody who has a share. */
export type ProposeStep = { kind: 'propose'; project: Project; shares: Share[]; by: Artist | null }
/** Agreed to or declined by an artist, or taken back by the operator. */
export type DecideSplitStep = {
  kind: 'decideSplit'
  project: Project
  split: Split
  by: Artist | null
  becomes: 'in_force' | 'declined' | 'withdrawn'
}
export type CreateStep = {
  kind: 'create'
  supply: number
  price: number
  validPeriod: number
  minutes: number
  isPayable: boolean
}
export type Step =
  | CreateStep
  | { kind: 'publish'; project: Project }
  | BuyStep
  | BidStep
  /** Concurrent bids for one project. */
  | { kind: 'burst'; project: Project; bids: BidStep[] }
  | AcceptStep
  /** Several open one gift at once. */
  | { kind: 'acceptTogether'; project: Project; gift: Gift; steps: AcceptStep[] }
  | GiverStep
  /** The date of a gift is brought forward to the instant `at`. */
  | { kind: 'giftDate'; gift: Gift; at: number }
  | ChargeStep
  | ArriveStep
  | { kind: 'play'; fan: Fan; project: Project; token: Token | null }
  | { kind: 'advance'; minutes: number }
  /** The project's end is brought forward to the instant `at`. */
  | { kind: 'close'; project: Project; at: number }
  /** The operator stops selling, sells again, or ends the sale for good. */
  | { kind: 'pause' | 'resume' | 'end'; project: Project }
  | CancelPurchaseStep
  | RefundStep
  | SendBackStep
  | DisputeStep
  | WriteOffStep
  | WithdrawStep
  | DecideStep
  | PayoutStep
  | ProposeStep
  | DecideSplitStep
  | { kind: 'deactivate' | 'activate' | 'erase'; fan: Fan }
  /** Somebody comes instead of one who has gone. */
  | { kind: 'join' }
  | { kind: 'chain'; refuses: boolean }
  | { kind: 'worker'; isUp: boolean }

const OPEN_PROJECTS = 3
const MINUTES = [1, 1, 2, 10, 31, 61]
/** How many of the last calls may be made again. */
const REMEMBERED = 40

type Call = BuyStep | BidStep | ChargeStep

const WISHES: [number, (choice: Choice) => Step | null][] = [
  [40, (choice) => bid(choice)],
  [20, buy],
  [9, giftTurn],
  [0.5, giftDate],
  [5, splitTurn],
  [9, (choice) => ({ kind: 'play', ...aboutToken(choice) })],
  [3, (choice) => ({ kind: 'regret', ...aboutToken(choice) })],
  [9, charge],
  [11, arrive],
  [4, refund],
  [1, sendBack],
  [1.2, withdraw],
  [2.5, decide],
  [2.5, dispute],
  [0.7, writeOff],
  [0.7, payOut],
  [4, halt],
  [0.3, stop],
  [3, burst],
  [7, ({ random }) => ({ kind: 'advance', minutes: random.pick(MINUTES) })],
  [0.7, putAnEnd],
  [0.7, (choice) => ({ kind: 'deactivate', fan: anyFan(choice) })],
  [3, erase],
  [6, ({ market, random }) => (market.workerIsUp ? { kind: 'chain', refuses: random.chance(0.15) } : null)],
  [1.5, ({ market }) => ({ kind: 'worker', isUp: !market.workerIsUp })],
]
const REPEATS = 4
const TOTAL = WISHES.reduce((sum, [weight]) => sum + weight, REPEATS)

/** Makes steps for a market, one after another; each is meant for the state in which it is asked for. */
export function createSteps(random: Random): (market: Market) => Step {
  let keys = 0
  const recent: Call[] = []
  const newKey = () => `key-${++keys}`

  /** The very call again, or another call under its key. */
  function repeat(): Step | null {
    if (recent.length === 0) return null
    const call = random.pick(recent)
    return call.kind === 'bid' && random.chance(0.3) ? { ...call, amount: call.amount + 1 } : call
  }

  function choose(market: Market): Step | null {
    let left = (random.below(1_000_000) / 1_000_000) * TOTAL
    for (const [weight, wish] of WISHES) {
      left -= weight
      if (left < 0) return wish({ market, random, newKey })
    }
    return repeat()
  }

  /** A market with nothing in it teaches nothing: projects, money, and contracts come first. */
  function* opening({ fans, charges }: Market): Generator<Step> {
    for (let project = 0; project < OPEN_PROJECTS; project++) yield newProject(random)
    for (const fan of fans.filter(({ isComplete }) => isComplete)) {
      const amount = 500 + random.below(4500)
      const asked = { fan, amount, project: null, gift: null, tip: 0, isDeclined: false, key: newKey() }
      yield { kind: 'charge', method: 'card', flow: 'balance', ...asked }
      yield { kind: 'arrive', fan, charge: charges.at(-1) as Charge, says: 'paid' }
    }
    yield { kind: 'chain', refuses: false }
  }
  let first: Generator<Step> | null = null

  function next(market: Market): Step {
    first ??= opening(market)
    const begin = first.next()
    if (!begin.done) return begin.value
    const urgent = nextNeeded(market, random, OPEN_PROJECTS)
    if (urgent) return urgent
    for (;;) {
      const step = choose(market)
      if (step) return step
    }
  }

  return (market) => {
    const step = next(market)
    for (const call of step.kind === 'burst' ? step.bids : [step]) {
      if (['buy', 'bid', 'charge'].includes(call.kind)) recent.push(call as Call)
    }
    recent.splice(0, recent.length - REMEMBERED)
    return step
  }
}
