import { useTranslation } from 'react-i18next'
import { cardFeeTerms } from './fee-terms.ts'

/** What to know before paying by card. */
export function CardNotices({ email }: { email: string }) {
  const { t } = useTranslation('payments')
  return (
    <ul className="flex flex-col gap-1 text-muted text-sm">
      <li>{t('notices.amex')}</li>
      <li>{t('notices.fee', cardFeeTerms())}</li>
      <li className="break-words">{t('notices.billing', { email })}</li>
    </ul>
  )
}
