import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { DecisionWire } from '#server/product/approvals/contract.ts'
import type { DataOf } from '#server/product/calls.ts'
import { approverNames } from './approver-names.ts'
import { Preview } from './preview.tsx'
import { SecondPerson } from './second-person.tsx'

/** Whether somebody else's word is still missing: the first one may have ceased to count. */
const waits = (answer: DataOf<'POST /admin/decisions/{uid}/approve'>): boolean =>
  'isDone' in answer ? !answer.isDone : answer.decision?.status === 'requested'

type WaitingDecisionProps = {
  decision: DecisionWire
  /** Whose payment it is; unset for unmatched money, which a decision may credit to a fan. */
  payee?: string
  /** What the provider says of it, read beside what it will write. */
  evidence?: ReactNode
}

/** A decision about money that waits for a second person: what, by whom and why, with approve and reject. */
export function WaitingDecision({ decision, payee, evidence }: WaitingDecisionProps) {
  const { t } = useTranslation(['outgoing-back-office', 'payments-back-office'])
  const { uid, outcome, amount, approvals, note, reference, creditedTo } = decision
  const of = { amount: formatBRL(amount), outcome: t(`decision.outcomes.${outcome}`) }
  const facts = [
    creditedTo
      ? t('payments-back-office:unmatched.toBeCredited', { email: creditedTo })
      : t('decision.oneMore'),
    reference,
    note,
  ]
  return (
    <span className="flex min-w-0 flex-col items-end gap-2 md:items-start">
      <span className="max-w-[36ch] text-right text-xs [overflow-wrap:anywhere] md:text-left">
        <span className="block font-medium">{of.outcome}</span>
        <span className="block text-muted">
          {t('decision.firstWord', { names: approverNames(approvals) })}
        </span>
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
        approveCall="POST /admin/decisions/{uid}/approve"
        preview={
          <>
            {evidence}
            <Preview call="GET /admin/decisions/{uid}/approve-lines" request={{ params: { uid } }} />
          </>
        }
        rejectCall="POST /admin/decisions/{uid}/reject"
        request={{ params: { uid } }}
        approvals={approvals}
        facts={[
          { label: t('decision.payee'), value: payee ?? creditedTo },
          { label: t('decision.reference'), value: reference },
          { label: t('decision.note'), value: note },
        ]}
        approve={t('decision.approve')}
        approveOf={t('decision.approveOf', of)}
        reject={t('decision.reject')}
        rejectOf={t('decision.rejectOf', of)}
        done={(answer) => t(waits(answer) ? 'decision.waiting' : 'decision.done')}
        failed={t('decision.failed')}
      />
    </span>
  )
}
