import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { periodInWords } from '../../lib/period.ts'

type PlayTermsProps = {
  /** Undefined until it has been made. */
  token: TokenWire | undefined
  /** The project's access period, in seconds. */
  validPeriod: number
}

/** What the first play begins, and what it ends: said before it, wherever it is offered. */
export function PlayTerms({ token, validPeriod }: PlayTermsProps) {
  const { t } = useTranslation('access')
  return (
    <>
      <p>
        {t(token?.project.phase === 'closed' ? 'confirm.textClosed' : 'confirm.text', {
          period: periodInWords(validPeriod),
        })}
      </p>
      <p className="mt-3 text-muted text-sm">{t(token?.giver ? 'confirm.consentGift' : 'confirm.consent')}</p>
    </>
  )
}
