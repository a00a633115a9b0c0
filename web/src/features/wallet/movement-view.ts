/** How a movement is shown: its amount with a sign, and its month. */
import { formatBRL } from '#domain/money.ts'
import type { MovementWire } from '#server/product/wallet/contract.ts'
import { formatMonth, unbroken } from '../../lib/format.ts'

/** `+ R$ 20,00` and `− R$ 20,00`; without a sign where the money had already been held. */
export function signedAmount({ amount, change }: Pick<MovementWire, 'amount' | 'change'>): string {
  const sign = change > 0 ? '+ ' : change < 0 ? '− ' : ''
  return unbroken(sign + formatBRL(amount))
}

/** Green where money came in, gold where it is only set aside; what had been set aside before is quiet. */
export function amountLook({ kind, change }: Pick<MovementWire, 'kind' | 'change'>): string {
  if (kind === 'bid_held' || kind === 'gift_held' || kind === 'refund_held') return 'text-gold'
  return change > 0 ? 'text-live' : change === 0 ? 'text-muted' : ''
}

/** The movements grouped by month, in the order given. */
export function byMonth<Item extends { at: string }>(
  items: readonly Item[],
  language: 'pt' | 'en',
): { month: string; items: Item[] }[] {
  const months: { month: string; items: Item[] }[] = []
  for (const item of items) {
    const month = formatMonth(item.at, language)
    const last = months.at(-1)
    if (last?.month === month) last.items.push(item)
    else months.push({ month, items: [item] })
  }
  return months
}
