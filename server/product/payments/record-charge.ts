/**
 * Second half of a card payment: stores the processor's immediate answer. It settles nothing: only a signed webhook
 * moves money, except that a charge which never came to exist is closed here, since no webhook will come.
 */

import type { ChargeOutcome } from '../../platform/adapters/cards.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { storeAnswer } from '../../platform/idempotency.ts'
import { declineText, type Language, refusalText } from '../../platform/texts.ts'
import type { Fan } from '../api/check-account.ts'
import type { CardPaymentWire } from './contract.ts'
import { failPayment } from './finish-payment.ts'
import { lockPayment } from './lock-payment.ts'
import type { PendingPayment } from './start-card-payment.ts'

export type ChargeAnswer =
  | { status: 200; body: { data: CardPaymentWire } }
  | { status: 402; body: { data: { error: string; code: 'card_declined' | 'cards_unavailable' } } }

export async function recordCharge(
  sql: Sql,
  fan: Pick<Fan, 'uid' | 'language'>,
  key: string | null,
  payment: PendingPayment,
  outcome: ChargeOutcome,
): Promise<ChargeAnswer> {
  return withRetries(sql, async (tx) => {
    if (outcome.intentId) {
      await tx`update payments set intent_id = ${outcome.intentId} where id = ${payment.id}`
    } else if (outcome.kind === 'declined' || outcome.kind === 'unavailable') {
      const locked = await lockPayment(tx, { id: payment.id })
      if (!locked) throw new Error(`payment ${payment.id} does not exist`)
      await failPayment(tx, locked, outcome.message)
    }
    const answer = answerFor(payment, outcome, fan.language)
    await storeAnswer(tx, fan.uid, key, answer)
    return answer
  })
}

function answerFor(payment: PendingPayment, outcome: ChargeOutcome, language: Language): ChargeAnswer {
  if (outcome.kind === 'declined') {
    const error = declineText(outcome.reason, language)
    return { status: 402, body: { data: { error, code: 'card_declined' } } }
  }
  if (outcome.kind === 'unavailable') {
    const error = refusalText('cards_unavailable', language)
    return { status: 402, body: { data: { error, code: 'cards_unavailable' } } }
  }
  const { id: _, ...wire } = payment
  const action = outcome.kind === 'action' ? { clientSecret: outcome.clientSecret } : null
  return { status: 200, body: { data: { payment: wire, action } } }
}
