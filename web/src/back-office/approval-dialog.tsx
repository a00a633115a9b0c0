import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalWire } from '#server/product/approvals/contract.ts'
import type { CallName } from '#server/product/calls.ts'
import { Row, Rows } from '../ui/rows.tsx'
import { approverNames, standing } from './approver-names.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useIsRefused } from './refused.ts'
import type { ActionTexts, AdminRequest } from './use-admin-action.ts'

/** A fact without a value is left out. */
export type ApprovalFact = { label: string; value: string | null }

type ApprovalDialogProps<Name extends CallName> = ActionTexts<Name> & {
  call: Name
  request: AdminRequest<Name>
  /** What it writes into the ledger. */
  preview: ReactNode
  /** The button's text. */
  submit: string
  onClose(): void
  /** What is being approved, with its amount. */
  what: string
  approvals: readonly ApprovalWire[]
  /** Payee and reason. */
  facts?: readonly ApprovalFact[] | undefined
}

/** Asks once more before the second approval moves money: it cannot be undone. */
export function ApprovalDialog<const Name extends CallName>({
  what,
  preview,
  approvals,
  facts = [],
  ...rest
}: ApprovalDialogProps<Name>) {
  const { t } = useTranslation('back-office')
  return (
    <ConfirmDialog {...rest} title={t('approval.title')}>
      <p className="font-medium">{what}</p>
      <ApprovalFacts approvals={approvals} facts={facts} />
      {preview}
      <Consequence approvals={approvals} />
    </ConfirmDialog>
  )
}

type ApprovalFactsProps = { approvals: readonly ApprovalWire[]; facts: readonly ApprovalFact[] }

/** What is known of it, and who has approved so far. */
export function ApprovalFacts({ approvals, facts }: ApprovalFactsProps) {
  const { t } = useTranslation('back-office')
  const told = [...facts, { label: t('approval.soFar'), value: approverNames(approvals) }]
  return (
    <div className="[overflow-wrap:anywhere]">
      <Rows>{told.map(({ label, value }) => value && <Row key={label} label={label} value={value} />)}</Rows>
    </div>
  )
}

/** What an approval does, where it does anything. */
export function Consequence({ approvals }: { approvals: readonly ApprovalWire[] }) {
  const { t } = useTranslation('back-office')
  if (useIsRefused()) return null
  return (
    <p className="text-muted text-sm">
      {t(standing(approvals).length > 0 ? 'approval.text' : 'approval.lone')}
    </p>
  )
}
