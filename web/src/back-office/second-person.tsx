import { type ReactNode, useState } from 'react'
import type { ApprovalWire } from '#server/product/approvals/contract.ts'
import type { CallName, DataOf } from '#server/product/calls.ts'
import { ApprovalDialog, type ApprovalFact } from './approval-dialog.tsx'
import { ApproveButton } from './approve-button.tsx'
import { RowButton } from './row-button.tsx'
import { type AdminRequest, useAdminAction } from './use-admin-action.ts'

type SecondPersonProps<Approve extends CallName, Reject extends CallName> = {
  approveCall: Approve
  /** What approving writes into the ledger. */
  preview: ReactNode
  rejectCall: Reject
  /** The same for both calls. */
  request: AdminRequest<Approve> & AdminRequest<Reject>
  /** Who has approved already. */
  approvals: readonly ApprovalWire[]
  /** What the second person is shown before approving. */
  facts?: readonly ApprovalFact[]
  approve: string
  approveOf: string
  reject: string
  rejectOf: string
  done: (answer: DataOf<Approve> | DataOf<Reject>) => string
  failed: string
}

/** Approve or reject, for the second person in a decision about money. */
export function SecondPerson<const Approve extends CallName, const Reject extends CallName>(
  props: SecondPersonProps<Approve, Reject>,
) {
  const {
    approveCall,
    preview,
    rejectCall,
    request,
    approvals,
    facts,
    approve,
    approveOf,
    reject,
    rejectOf,
    done,
    failed,
  } = props
  const [isApproving, setIsApproving] = useState(false)
  const decide = useAdminAction(rejectCall, { done, failed })
  return (
    <span className="flex justify-end gap-2 md:justify-start">
      <ApproveButton approvals={approvals} label={approveOf} onClick={() => setIsApproving(true)}>
        {approve}
      </ApproveButton>
      <RowButton look="quiet" busy={decide.isPending} label={rejectOf} onClick={() => decide.mutate(request)}>
        {reject}
      </RowButton>
      {isApproving && (
        <ApprovalDialog
          call={approveCall}
          request={request}
          preview={preview}
          what={approveOf}
          approvals={approvals}
          facts={facts}
          submit={approve}
          done={done}
          failed={failed}
          onClose={() => setIsApproving(false)}
        />
      )}
    </span>
  )
}
