import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL, QUICK_AMOUNTS } from '#domain/money.ts'
import { depositOf, paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { OwnBalance } from '../../ui/own-balance.tsx'
import { SetAside } from './set-aside.tsx'

/** The balance, and the two ways that money goes. */
export function WalletHead() {
  const { t } = useTranslation('wallet')
  return (
    <OwnBalance>
      <SetAside />
      <div className="mt-5 grid max-w-md grid-cols-2 gap-3">
        <ButtonLink to={paths.deposit}>{t('deposit')}</ButtonLink>
        <ButtonLink look="secondary" to={paths.redeemBalance}>
          {t('redeem')}
        </ButtonLink>
      </div>
      <ul aria-label={t('quick')} className="mt-3 flex flex-wrap items-center gap-2">
        {QUICK_AMOUNTS.map((centavos) => (
          <li key={centavos}>
            <Link
              to={depositOf(centavos)}
              aria-label={t('quickDeposit', { amount: formatBRL(centavos) })}
              className="figures inline-flex min-h-11 items-center rounded-full border border-edge px-4 text-sm transition duration-150 hover:bg-line/50"
            >
              {formatBRL(centavos).replace(/,00$/, '')}
            </Link>
          </li>
        ))}
        <li aria-hidden="true" className="text-muted text-sm">
          {t('byPix')}
        </li>
      </ul>
    </OwnBalance>
  )
}
