/** Gifts in the real product: their links, who opens them, and several who do at once. */
import { randomBytes } from 'node:crypto'
import type { Refusal } from '#domain/refusal.ts'
import type { Answer, Call } from './calls.ts'
import { count } from './coverage.ts'
import { judgeAcceptance } from './gifts.ts'
import { perform } from './model.ts'
import { until } from './processes.ts'
import { callAlone, compare, personOf, type Stage } from './stage.ts'
import { type Fan, type Gift, type GiftOrder, refuse } from './state.ts'
import type { AcceptStep, GiverStep, Step } from './steps.ts'

/** What a call says of a purchase besides its project. */
export function besideOf({ gift, tip }: { gift: GiftOrder | null; tip: number }): object {
  return {
    ...(gift && { gift: { email: gift.email, words: '' } }),
    ...(tip > 0 && { tip: { amount: tip, words: '' } }),
  }
}

/** Our minutes are not those in which the product counts gifts and mails. */
export async function forgetGifts({ world }: Stage, fan: Fan): Promise<void> {
  const { uid } = world.people[fan.id] ?? { uid: null }
  await world.sql`update private.gifts set created_at = created_at - interval '2 days' where giver = ${uid}`
  await world.sql`delete from private.gift_mails where giver = ${uid}`
}

export async function takeGiverStep(stage: Stage, step: GiverStep, kills: boolean): Promise<void> {
  const { world, names, market } = stage
  const uid = await giftUid(stage, step.gift)
  // The mail brings a link of its own, which would come after ours.
  if (step.gift.hasMail && market.workerIsUp) {
    await until('the mail of the gift has gone', async () => {
      const jobs = await world.sql`
        select from graphile_worker._private_jobs where key = ${`mail-gift:${uid}`}`
      return jobs.length === 0
    })
  }
  const path = `/gifts/${uid}/${step.kind === 'renewLink' ? 'link' : 'take-back'}`
  const answer = await callAlone(stage, { person: personOf(stage, step.fan), path, body: {} }, kills)
  compare(stage, step, answer)
  // Taking back is answered with nothing at all.
  const link = answer.data?.link
  if (typeof link === 'string') names.addLink(step.gift, link.split('#')[1] ?? '')
}

export async function takeAcceptance(stage: Stage, step: AcceptStep, kills: boolean): Promise<void> {
  compare(stage, step, await callAlone(stage, acceptance(stage, step), kills))
}

/**
 * Of several at once nobody knows who comes first. At most one is new to it; the others must have been refusable for their
 * very reasons before or after.
 */
export async function takeAcceptances(
  stage: Stage,
  { gift, steps }: Step & { kind: 'acceptTogether' },
  kills: boolean,
): Promise<void> {
  const { market, calls } = stage
  const before = steps.map((step) => judgeAcceptance(market, step))
  const answers = await calls.all(
    steps.map((step) => acceptance(stage, step)),
    kills,
  )
  const isYes = (place: number) => (answers[place] as Answer).status === 200
  const winner = steps.find((_, place) => isYes(place))
  if (winner && !perform(market, winner).ok) throw new Error(`gift ${gift.id} was accepted against the rules`)
  for (const [place, step] of steps.entries()) {
    const { code } = (answers[place] as Answer).data
    if (isYes(place)) {
      if (!perform(market, step).ok) throw new Error(`gift ${gift.id} was accepted by a second person`)
      continue
    }
    const possible: (Refusal | null)[] = [before[place] ?? null, judgeAcceptance(market, step)]
    if (!code || !possible.includes(code)) {
      throw new Error(
        `accepting gift ${gift.id} was refused with ${code}; it could have been: ${possible.join(', ')}`,
      )
    }
    refuse(market, code)
  }
  if (winner && new Set(steps.map(({ fan }) => fan)).size > 1) count(market.seen, 'several accept one gift')
}

function acceptance(stage: Stage, { fan, gift, isOldLink }: AcceptStep): Call {
  const links = stage.names.links(gift)
  const code = links.at(isOldLink ? -2 : -1) ?? randomBytes(32).toString('base64url')
  return { person: personOf(stage, fan), path: '/gifts/accept', body: { code } }
}

async function giftUid({ world, names }: Stage, { payment }: Gift): Promise<string> {
  const [row] = await world.sql<{ uid: string }[]>`
    select gifts.uid from private.gifts join payments on payments.id = payment_id
    where payments.uid = ${names.payment(payment)}`
  if (!row) throw new Error(`the gift of payment ${payment.id} has no row`)
  return row.uid
}
