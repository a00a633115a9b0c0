import { useState } from 'react'
import { ApprovalDialog, type ApprovalFact } from './approval-dialog.tsx'
import { ApproveButton } from './approve-button.tsx'
import { RowButton } from './row-button.tsx'
import { useAdminAction } from './use-admin-action.ts'

type SecondPersonProps<Value> = {
  /** The calls `{path}/approve` and `{path}/reject`, below `/api/v1`. */
  path: string
  /** Who has approved already: nobody approves twice. */
  approvals: readonly { email: string }[]
  /** What the second person is shown before they agree. */
  facts?: readonly ApprovalFact[]
  approve: string
  approveOf: string
  reject: string
  rejectOf: string
  done: (value: Value) => string
  failed: string
}

/** Approve or reject, for the second person who must decide about money. */
export function SecondPerson<Value>(props: SecondPersonProps<Value>) {
  const { path, approvals, facts, approve, approveOf, reject, rejectOf, done, failed } = props
  const [isApproving, ask] = useState(false)
  const decide = useAdminAction<Value>({ done, failed })
  return (
    <span className="flex justify-end gap-2 md:justify-start">
      <ApproveButton approvals={approvals} label={approveOf} onClick={() => ask(true)}>
        {approve}
      </ApproveButton>
      <RowButton
        look="quiet"
        busy={decide.isPending}
        label={rejectOf}
        onClick={() => decide.mutate({ path: `${path}/reject` })}
      >
        {reject}
      </RowButton>
      {isApproving && (
        <ApprovalDialog
          path={`${path}/approve`}
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
