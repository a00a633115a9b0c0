import { useForm } from 'react-hook-form'
import type { CallName, ParamsOf } from '#server/product/calls.ts'
import { DecisionDialog, type DecisionDialogProps } from './decision-dialog.tsx'
import type { AdminRequest } from './use-admin-action.ts'

export type ConfirmDialogProps<Name extends CallName> = Omit<
  DecisionDialogProps<Record<string, never>, Name>,
  'form' | 'request' | 'closesOnRefusal'
> & {
  /** The call takes no values beside these. */
  params: ParamsOf<Name>
}

/** Asks once more before something is done, and closes with its answer, whichever it is. */
export function ConfirmDialog<const Name extends CallName>({ params, ...rest }: ConfirmDialogProps<Name>) {
  const form = useForm<Record<string, never>>()
  const request = { params } as unknown as AdminRequest<Name>
  return <DecisionDialog {...rest} form={form} request={() => request} closesOnRefusal />
}
