import { useTranslation } from 'react-i18next'
import { useBalanceShown } from '../lib/balance.ts'

type MaskedAmountProps = {
  text: string
  /** Where somebody decides about this money: masked only if they chose so. */
  deciding?: boolean
}

/** An amount of one's own money as it is written, or its mask while the eye hides it: every one that a screen shows by itself. */
export function MaskedAmount({ text, deciding = false }: MaskedAmountProps) {
  const { t } = useTranslation('layout')
  const [shown] = useBalanceShown(deciding)
  if (shown) return text
  return (
    <>
      <span aria-hidden="true">{t('balance.masked')}</span>
      <span className="sr-only">{t('balance.maskedLabel')}</span>
    </>
  )
}

/** A sentence with `amount`, as it is written in it, masked; null where it says nothing of one's own money. */
export function MaskedWithin({ sentence, amount }: { sentence: string; amount: string | null }) {
  const at = amount === null ? -1 : sentence.indexOf(amount)
  if (amount === null || at === -1) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      <MaskedAmount text={amount} />
      {sentence.slice(at + amount.length)}
    </>
  )
}
