import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { PaymentDetailWire } from '#server/product/payments/contract.ts'
import { Fact, Facts } from '../../../back-office/detail.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PaymentStatusLabel } from '../../../back-office/payment-status-label.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { Work } from '../../../back-office/work.tsx'
import { formatMomentInSaoPaulo, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { failureInWords } from '../failure-in-words.ts'

/** Who paid how much for what, and what they got. */
export function PaymentFacts({ payment }: { payment: PaymentDetailWire }) {
  const { t } = useTranslation(['payments-back-office', 'people-back-office'])
  const { t: words } = useTranslation(['failures', 'refusals'])
  const { user, project, token, gift, tip, tipWords, amount, fee, method, failure } = payment
  return (
    <div className="mb-10">
      <Facts>
        <Fact label={t('payment.of')}>
          <PersonLink user={user} />
        </Fact>
        <Fact label={t('activity.type')}>{t(`activity.types.${payment.flow}`)}</Fact>
        {project && (
          <Fact label={t('payment.project')}>
            <Link
              to={paths.adminProject(project.uid)}
              className="inline-flex min-h-11 min-w-0 items-center text-left hover:text-accent-text"
            >
              <Work {...project} />
            </Link>
          </Fact>
        )}
        <Fact label={t('payment.value')}>
          <span className="figures font-semibold text-lg">{unbroken(formatBRL(amount))}</span>
        </Fact>
        {fee > 0 && (
          <Fact label={t('payment.fee')}>
            <span className="figures">{unbroken(formatBRL(fee))}</span>
          </Fact>
        )}
        <Fact label={t('payment.method')}>{t(`payment.methods.${method}`)}</Fact>
        <Fact label={t('payment.status')}>
          <PaymentStatusLabel payment={payment} />
        </Fact>
        {failure && <Fact label={t('payment.failure')}>{failureInWords(words, failure) ?? failure}</Fact>}
        {tip > 0 && (
          <Fact label={t('payment.tip')}>
            <span className="figures">{unbroken(formatBRL(tip))}</span>
            {tipWords && <span className="block break-words text-muted text-xs">{tipWords}</span>}
          </Fact>
        )}
        {gift && <GiftFact gift={gift} />}
        {token && (
          <Fact label={t('payment.token')}>
            {t('payment.tokenText', {
              unit: token.unit,
              status: t(`people-back-office:tokenStatuses.${token.status}`),
            })}
            <span className="block text-muted text-xs">
              {t(token.isPlayed ? 'payment.played' : 'payment.notPlayed')}
            </span>
          </Fact>
        )}
        <Fact label={t('payment.createdAt')}>
          <Moment at={payment.createdAt} />
        </Fact>
        <Fact label={t('payment.uid')}>
          <span className="figures text-xs">{payment.uid}</span>
        </Fact>
        {payment.intentId && (
          <Fact label={t('payment.intent')}>
            <span className="figures text-xs">{payment.intentId}</span>
          </Fact>
        )}
      </Facts>
    </div>
  )
}

function GiftFact({ gift }: { gift: NonNullable<PaymentDetailWire['gift']> }) {
  const { t } = useTranslation('payments-back-office')
  const { status, recipient, email, acceptBy, returnedFor } = gift
  return (
    <Fact label={t('payment.gift')}>
      {t(`payment.gifts.${status}`)}
      {recipient && (
        <>
          {' · '}
          <Link className="link" to={paths.adminUser(recipient.uid)}>
            {recipient.name}
          </Link>
        </>
      )}
      {status === 'waiting' && (
        <>
          <span className="block">{email ?? t('payment.giftByLink')}</span>
          {acceptBy && (
            <span className="block text-muted text-xs">
              {t('payment.giftUntil', { moment: formatMomentInSaoPaulo(acceptBy, currentLanguage()) })}
            </span>
          )}
          <span className="block text-muted text-xs">{t('payment.giftWaits')}</span>
        </>
      )}
      {status === 'accepted' && <span className="block text-muted text-xs">{t('payment.giftAccepted')}</span>}
      {status === 'returned' && returnedFor && (
        <span className="block text-muted text-xs">{t(`payment.giftReturned.${returnedFor}`)}</span>
      )}
    </Fact>
  )
}
