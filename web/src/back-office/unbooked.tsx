import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { Outgoing } from '#domain/money-decision.ts'
import type { DecisionWire } from '#server/product/approvals/contract.ts'
import { BookDialog } from './book-dialog.tsx'
import { RowButton } from './row-button.tsx'
import { WaitingDecision } from './waiting-decision.tsx'

type UnbookedProps = {
  kind: Outgoing
  uid: string
  amount: number
  /** Who has it. */
  payee: string
  decision: DecisionWire | null
}

/** The step that ends money which left without our books: a decision, or the second person's word on it. */
export function Unbooked({ kind, uid, amount, payee, decision }: UnbookedProps) {
  const { t } = useTranslation('outgoing-back-office')
  const [isOpen, open] = useState(false)
  if (decision) return <WaitingDecision decision={decision} payee={payee} />
  const of = { amount: formatBRL(amount), name: payee }
  return (
    <>
      <RowButton aria-haspopup="dialog" label={t('book.startOf', of)} onClick={() => open(true)}>
        {t('book.start')}
      </RowButton>
      {isOpen && <BookDialog kind={kind} uid={uid} of={of} onClose={() => open(false)} />}
    </>
  )
}
