/** The emulated banks: scripted by their control interfaces, and asked in the end what has happened. */
import { txidOf } from '#domain/pix.ts'

export type Outside = ReturnType<typeof createOutside>

export type OutsideIntent = {
  id: string
  status: string
  amount_received: number
  metadata: { payment?: string }
}
export type OutsideReturn = {
  id: string
  status: string
  amount: number
  payment_intent: string
  metadata: { refund?: string }
  balance_transactions: { amount: number; fee: number }[]
}

export function createOutside(origin: string, secretKey: string) {
  async function tell(
    service: 'stripe' | 'pix',
    path: string,
    body: object,
  ): Promise<Record<string, string>> {
    const answer = await fetch(`${origin}/${service}/_control/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    if (!answer.ok)
      throw new Error(`${service} answered ${path} with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }

  async function askStripe(path: string, form?: Record<string, string>): Promise<Response> {
    return fetch(`${origin}/stripe/v1/${path}`, {
      headers: { authorization: `Bearer ${secretKey}` },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
  }

  return {
    /** The bank delays the next charge. */
    letWait: () => tell('stripe', 'next', { outcome: 'processing' }),
    /** The PIX provider carries out its next call, and its answer is lost. */
    loseAnswer: () => tell('pix', 'next', { outcome: 'drop_answer' }),
    /** The bank decides about a delayed charge. */
    settle: (intent: string, says: 'paid' | 'failed') =>
      tell('stripe', 'settle', {
        payment_intent: intent,
        outcome: says === 'paid' ? 'succeeded' : 'payment_failed',
      }),
    /** The payer tries again with another card. */
    async payAgain(intent: string): Promise<void> {
      const answer = await askStripe(`payment_intents/${intent}/confirm`, { payment_method: 'pm_card_visa' })
      if (!answer.ok) throw new Error(`paying again was answered with ${await answer.text()}`)
    },
    async openDispute(intent: string): Promise<string> {
      return String((await tell('stripe', 'disputes', { payment_intent: intent })).id)
    },
    endDispute: (id: string, status: 'won' | 'lost') => tell('stripe', `disputes/${id}`, { status }),
    failRefund: (id: string) => tell('stripe', `refunds/${id}/fail`, {}),
    /** Pays the code of a payment, whatever its state; resolves with the network's id for it. */
    async payByPix(payment: string, valor?: string): Promise<string> {
      return String((await tell('pix', 'pay', { txid: txidOf(payment), ...(valor && { valor }) })).endToEndId)
    },
    /** How a payout ends; false while the provider does not know it. */
    async endPayout(uid: string, isPayable: boolean): Promise<boolean> {
      const answer = await fetch(`${origin}/pix/_control/payouts/${txidOf(uid)}`, {
        method: 'POST',
        body: JSON.stringify({ status: isPayable ? 'REALIZADO' : 'NAO_REALIZADO' }),
      })
      return answer.ok
    },
    /** All of the card processor's objects of a kind. */
    async all<Item extends { id: string }>(
      kind: 'payment_intents' | 'refunds' | 'disputes',
    ): Promise<Item[]> {
      const items: Item[] = []
      for (let more = true; more; ) {
        const after = items.at(-1)?.id
        const page = (await (
          await askStripe(`${kind}?limit=100${after ? `&starting_after=${after}` : ''}`)
        ).json()) as { data: Item[]; has_more: boolean }
        items.push(...page.data)
        more = page.has_more
      }
      return items
    },
  }
}
