import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { Outgoing } from '#domain/money-decision.ts'
import type { OutgoingState } from '#server/product/approvals/contract.ts'
import { OutgoingDialog } from './outgoing-dialog.tsx'
import { LISTS } from './outgoing-lists.ts'
import { RowButton } from './row-button.tsx'
import { useAdminAction } from './use-admin-action.ts'
import { WaitingDecision } from './waiting-decision.tsx'

type OutgoingActionsProps = {
  kind: Outgoing
  payment: OutgoingState & { uid: string; amount: number }
  /** The payee. */
  name: string
}

/**
 * The actions on an outgoing payment whose attempt failed, or that is stuck: retry it, decide that it failed or was
 * paid, or approve such a decision. One that is on its way asks for nothing.
 */
export function OutgoingActions({ kind, payment, name }: OutgoingActionsProps) {
  const { t } = useTranslation('outgoing-back-office')
  const [isDeciding, decide] = useState(false)
  const { uid, amount, decision, isStuck, failedAttemptAt } = payment
  const retry = useAdminAction(`POST /admin/${LISTS[kind]}/{uid}/retry`, {
    done: () => t('decision.retried'),
    failed: t('decision.failed'),
  })
  if (decision) return <WaitingDecision decision={decision} payee={name} />
  if (!isStuck && !failedAttemptAt) return <span className="text-muted">{t('decision.onItsWay')}</span>
  const of = { amount: formatBRL(amount), name }
  return (
    <span className="flex flex-wrap justify-end gap-2 md:justify-start">
      <RowButton
        label={t('decision.retryOf', of)}
        busy={retry.isPending}
        onClick={() => retry.mutate({ params: { uid } })}
      >
        {t('decision.retry')}
      </RowButton>
      <RowButton
        look="quiet"
        aria-haspopup="dialog"
        label={t('decision.decideOf', of)}
        onClick={() => decide(true)}
      >
        {t('decision.decide')}
      </RowButton>
      {isDeciding && <OutgoingDialog kind={kind} uid={uid} of={of} onClose={() => decide(false)} />}
    </span>
  )
}
