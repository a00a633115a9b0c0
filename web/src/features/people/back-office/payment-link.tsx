import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { paths } from '../../../lib/paths.ts'

type PaymentLinkProps = { uid: string; project: string; amount: number }

/** Links a token or a bid to its payment. */
export function PaymentLink({ uid, project, amount }: PaymentLinkProps) {
  const { t } = useTranslation('people-back-office')
  return (
    <Link
      to={paths.adminPayment(uid)}
      aria-label={t('user.openPaymentOf', { project, amount: formatBRL(amount) })}
      className="link inline-flex min-h-11 items-center"
    >
      {t('user.openPayment')}
    </Link>
  )
}
