import { useState } from 'react'
import type { CallName, DataOf, ParamsOf } from '#server/product/calls.ts'
import { ApprovalDialog, type ApprovalFact } from './approval-dialog.tsx'
import { ApproveButton } from './approve-button.tsx'
import { RowButton } from './row-button.tsx'
import { type AdminRequest, useAdminAction } from './use-admin-action.ts'

type SecondPersonProps<Approve extends CallName, Reject extends CallName> = {
  approveCall: Approve
  rejectCall: Reject
  /** The same in both addresses. */
  params: ParamsOf<Approve> & ParamsOf<Reject>
  /** Who has approved already: nobody approves twice. */
  approvals: readonly { email: string }[]
  /** What the second person is shown before they agree. */
  facts?: readonly ApprovalFact[]
  approve: string
  approveOf: string
  reject: string
  rejectOf: string
  done: (answer: DataOf<Approve> | DataOf<Reject>) => string
  failed: string
}

/** Approve or reject, for the second person who must decide about money. */
export function SecondPerson<const Approve extends CallName, const Reject extends CallName>(
  props: SecondPersonProps<Approve, Reject>,
) {
  const {
    approveCall,
    rejectCall,
    params,
    approvals,
    facts,
    approve,
    approveOf,
    reject,
    rejectOf,
    done,
    failed,
  } = props
  const [isApproving, ask] = useState(false)
  const decide = useAdminAction(rejectCall, { done, failed })
  return (
    <span className="flex justify-end gap-2 md:justify-start">
      <ApproveButton approvals={approvals} label={approveOf} onClick={() => ask(true)}>
        {approve}
      </ApproveButton>
      <RowButton
        look="quiet"
        busy={decide.isPending}
        label={rejectOf}
        onClick={() => decide.mutate({ params } as unknown as AdminRequest<Reject>)}
      >
        {reject}
      </RowButton>
      {isApproving && (
        <ApprovalDialog
          call={approveCall}
          params={params}
          what={approveOf}
          facts={facts}
          submit={approve}
          done={done}
          failed={failed}
          onClose={() => ask(false)}
        />
      )}
    </span>
  )
}
