import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { DecisionWire } from '#domain/wire/money-decisions.ts'
import { SecondPerson } from './second-person.tsx'

/** A decision about money that waits for a second person: what, by whom, why, and their word. */
export function WaitingDecision({ decision }: { decision: DecisionWire }) {
  const { t } = useTranslation('admin-money')
  const { uid, outcome, amount, approvals, note, reference, creditedTo } = decision
  const of = { amount: formatBRL(amount), outcome: t(`money.outcomes.${outcome}`) }
  const facts = [creditedTo && t('unmatched.creditedTo', { email: creditedTo }), reference, note]
  return (
    <span className="flex min-w-0 flex-col items-end gap-2 md:items-start">
      <span className="max-w-[36ch] text-right text-xs [overflow-wrap:anywhere] md:text-left">
        <span className="block font-medium">{of.outcome}</span>
        <span className="block text-muted">{approvals.map(({ admin }) => admin).join(', ')}</span>
        {facts.map(
          (fact) =>
            fact && (
              <span key={fact} className="block text-muted">
                {fact}
              </span>
            ),
        )}
      </span>
      <SecondPerson
        path={`/admin/decisions/${uid}`}
        approvals={approvals}
        approve={t('money.approve')}
        approveOf={t('money.approveOf', of)}
        reject={t('money.reject')}
        rejectOf={t('money.rejectOf', of)}
        done={() => t('money.done')}
        failed={t('money.failed')}
      />
    </span>
  )
}
