import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { reasonInWords } from '#domain/money-decision.ts'
import { PAYOUT_STATUSES } from '#domain/payout.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import type { PayoutWire } from '#server/product/artists/earnings-wire.ts'
import { approverNames } from '../../../back-office/approver-names.ts'
import type { Column } from '../../../back-office/data-list.tsx'
import type { ListFilters } from '../../../back-office/filter-panel.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { OutgoingActions } from '../../../back-office/outgoing-actions.tsx'
import { DECIDED_TONES, Pill } from '../../../back-office/pill.tsx'
import { formatInSaoPaulo, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { PayoutDecision } from './payout-decision.tsx'

/** What a list of payouts may be narrowed to. */
export function payoutFilters(t: TFunction<['artists-back-office', 'outgoing-back-office']>): ListFilters {
  const options = PAYOUT_STATUSES.map((value) => ({ value, label: t(`payout.statuses.${value}`) }))
  return {
    choices: [{ name: 'status', label: t('payout.status'), options }],
    days: true,
    amounts: true,
  }
}

/** Columns of a list of payouts: how much, to whom, its state, and what can be done. */
export function payoutColumns(
  t: TFunction<['artists-back-office', 'outgoing-back-office']>,
): Column<PayoutWire>[] {
  return [
    { title: t('payout.amount'), figures: true, cell: ({ amount }) => unbroken(formatBRL(amount)) },
    {
      title: t('payout.legalName'),
      cell: ({ legalName, pixKeyType, pixKey }) => (
        <span className="min-w-0 text-right md:text-left">
          <span className="block">{legalName}</span>
          <span className="block break-all text-muted text-xs">{formatPixKey(pixKeyType, pixKey)}</span>
        </span>
      ),
    },
    {
      title: t('payout.status'),
      cell: ({ status, reason, approvals, isStuck, failedAttemptAt }) => (
        <span className="min-w-0 text-right md:text-left">
          <Pill tone={DECIDED_TONES[status]}>{t(`payout.statuses.${status}`)}</Pill>
          <span className="block text-muted text-xs">
            {t('payout.by', { names: approverNames(approvals) })}
          </span>
          {failedAttemptAt && (
            <span className="block text-loss text-xs">
              {t('outgoing-back-office:decision.failedAttempt', {
                moment: formatInSaoPaulo(failedAttemptAt, currentLanguage()),
              })}
            </span>
          )}
          {isStuck && (
            <span className="block text-loss text-xs">{t('outgoing-back-office:decision.stuck')}</span>
          )}
          {reason && (
            <span className="block max-w-[32ch] text-muted text-xs [overflow-wrap:anywhere]">
              {reasonInWords(reason, ({ why, id }) => t(`outgoing-back-office:failures.${why}`, { id }))}
            </span>
          )}
        </span>
      ),
    },
    { title: t('payout.askedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('payout.actions'),
      cell: (payout) => {
        if (payout.status === 'requested') return <PayoutDecision payout={payout} />
        if (payout.status === 'approved') {
          return <OutgoingActions kind="payout" payment={payout} name={payout.legalName} />
        }
        return (
          <Link
            to={paths.adminPayout(payout.uid)}
            aria-label={t('payout.openOf', {
              amount: formatBRL(payout.amount),
              when: formatInSaoPaulo(payout.createdAt, currentLanguage()),
            })}
            className="link inline-flex min-h-11 items-center"
          >
            {t('payout.open')}
          </Link>
        )
      },
    },
  ]
}
