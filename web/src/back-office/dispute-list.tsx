import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { DisputeWire } from '#server/product/refunds/wire.ts'
import { formatMomentInSaoPaulo, unbroken } from '../lib/format.ts'
import { currentLanguage } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { Moment } from './moment.tsx'
import { Pill, type PillTone } from './pill.tsx'

const TONES: Record<DisputeWire['status'], PillTone> = { open: 'wait', won: 'plain', lost: 'loss' }

/** Disputes with the amount of each, linked to their payments where those are given. */
export function DisputeList({ disputes }: { disputes: readonly (DisputeWire & { payment?: string })[] }) {
  const { t } = useTranslation('refunds-back-office')
  if (disputes.length === 0) return <p className="text-muted text-sm">{t('dispute.empty')}</p>
  return (
    <ul className="divide-y divide-line border-line border-y text-sm">
      {disputes.map(
        ({ uid, status, amount, fanPart, fee, reason, openedAt, evidenceDueAt, providerId, payment }) => (
          <li
            key={uid}
            className="grid grid-cols-[minmax(0,1fr)_auto] tight:flex tight:flex-col gap-x-4 gap-y-1 py-3"
          >
            <span>
              <Pill tone={TONES[status]}>{t(`dispute.statuses.${status}`)}</Pill>
            </span>
            <span className="figures text-right">{unbroken(formatBRL(amount))}</span>
            <span className="min-w-0 text-muted text-xs [overflow-wrap:anywhere]">
              <span className="block">
                {t(`dispute.reasons.${reason as 'general'}`, { defaultValue: t('dispute.reasons.other') })}
              </span>
              <span className="figures block">{providerId}</span>
            </span>
            <span className="figures text-right text-muted text-xs">
              <Moment at={openedAt} />
              {status === 'open' && evidenceDueAt && (
                <span className="block">
                  {t('dispute.due', { date: formatMomentInSaoPaulo(evidenceDueAt, currentLanguage()) })}
                </span>
              )}
              <span className="block">{t('dispute.fanPart', { amount: unbroken(formatBRL(fanPart)) })}</span>
              {fee > 0 && (
                <span className="block">{t('dispute.fee', { amount: unbroken(formatBRL(fee)) })}</span>
              )}
            </span>
            {payment && (
              <Link to={paths.adminPayment(payment)} className="link inline-flex min-h-11 items-center">
                {t('dispute.payment')}
              </Link>
            )}
          </li>
        ),
      )}
    </ul>
  )
}
