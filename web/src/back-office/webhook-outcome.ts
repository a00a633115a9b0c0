/** The outcome of a provider's event, in the reader's language. */
import type { TFunction } from 'i18next'
import { formatBRL } from '#domain/money.ts'
import { readRefusal } from '#domain/refused-webhook.ts'
import { unbroken } from '../lib/format.ts'

/** Null for an outcome that is not a refusal, or that has no text. */
export function refusalInWords(t: TFunction<'payments-back-office'>, outcome: string): string | null {
  const refusal = readRefusal(outcome)
  if (!refusal) return null
  const amount = (centavos: number | null) => (centavos === null ? '--' : unbroken(formatBRL(centavos)))
  return t(`refused.${refusal.reason}`, {
    received: amount(refusal.received),
    expected: amount(refusal.expected),
  })
}
