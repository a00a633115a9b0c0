import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { Row } from '../../ui/rows.tsx'
import type { Recipient } from './use-recipient.tsx'
import type { Tip } from './use-tip.tsx'

/** What a purchase says besides its work: for whom it is, and what is added for the artist. */
export type Extras = Recipient & Tip

/** Centavos, without a fee. */
export function priceWithTip(price: number, { tip }: Pick<Tip, 'tip'>): number {
  return price + (tip?.amount ?? 0)
}

export function TipRow({ extras: { tip } }: { extras: Pick<Tip, 'tip'> }) {
  const { t } = useTranslation('payments')
  return tip ? <Row label={t('tip.row')} value={formatBRL(tip.amount)} /> : null
}
