import { useTranslation } from 'react-i18next'
import { useBalanceShown } from '../lib/balance.ts'

/** A wallet balance, or its mask while it is hidden. */
export function MaskedAmount({ text }: { text: string }) {
  const { t } = useTranslation('layout')
  const [shown] = useBalanceShown()
  if (shown) return text
  return (
    <>
      <span aria-hidden="true">{t('balance.masked')}</span>
      <span className="sr-only">{t('balance.maskedLabel')}</span>
    </>
  )
}
