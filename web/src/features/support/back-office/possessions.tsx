import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { SupportDetailWire } from '#server/product/support/contract.ts'
import { Fact, Facts } from '../../../back-office/detail.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { Turn } from '../../../back-office/payment-status-label.tsx'
import { TokenState } from '../../../back-office/token-state.tsx'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'

/** The person's money and their newest tokens, beside what they ask. */
export function Possessions({ request }: { request: SupportDetailWire }) {
  const { t } = useTranslation(['support-back-office', 'people-back-office', 'payments-back-office'])
  const { available, held, heldFor, tokens, gifts } = request
  const money = (centavos: number) => <span className="figures">{unbroken(formatBRL(centavos))}</span>
  return (
    <section className="mt-8">
      <h2 className="section-title mb-3">{t('request.has')}</h2>
      <Facts>
        <Fact label={t('people-back-office:user.available')}>
          <span className={available < 0 ? 'text-loss' : ''}>{money(available)}</span>
        </Fact>
        <Fact label={t('people-back-office:user.held')}>
          {money(held)}
          {heldFor.map(({ reason, amount }) => (
            <span key={reason} className="block text-muted text-xs">
              {t(`people-back-office:user.holdReasons.${reason}`)}: {money(amount)}
            </span>
          ))}
        </Fact>
      </Facts>
      {tokens.length === 0 ? (
        <p className="mt-3 text-muted text-sm">{t('people-back-office:user.noTokens')}</p>
      ) : (
        <ul className="divide-y divide-line border-line border-b text-sm">
          {tokens.map(({ projectName, status, isPlayed, amount, willExpireAt, undoneAt, payment, turn }) => (
            <li key={payment} className="flex min-h-12 items-center justify-between gap-4 py-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <Link to={paths.adminPayment(payment)} className="link inline-flex min-h-11 items-center">
                  {projectName}
                </Link>
                <span className="flex flex-wrap items-center gap-1 text-muted text-xs">
                  <Turn turn={turn} />
                  <TokenState status={status} />
                  {undoneAt ? (
                    <span>
                      {t('request.undone')} <Moment at={undoneAt} />
                    </span>
                  ) : (
                    willExpireAt && (
                      <span>
                        {t(isPlayed ? 'request.until' : 'request.playBy')} <Moment at={willExpireAt} />
                      </span>
                    )
                  )}
                </span>
              </span>
              {money(amount)}
            </li>
          ))}
        </ul>
      )}
      {gifts.length > 0 && (
        <ul className="divide-y divide-line border-line border-b text-sm" aria-label={t('request.gifts')}>
          {gifts.map(({ projectName, status, to, payment }) => (
            <li key={payment} className="py-2 [overflow-wrap:anywhere]">
              <Link to={paths.adminPayment(payment)} className="link inline-flex min-h-11 items-center">
                {t('request.gift', { project: projectName })}
              </Link>
              <span className="block text-muted text-xs">
                {t(`payments-back-office:payment.gifts.${status}`)}
                {status !== 'returned' && ` · ${to ?? t('payments-back-office:payment.giftByLink')}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
