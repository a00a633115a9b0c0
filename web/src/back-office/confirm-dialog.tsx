import { useForm } from 'react-hook-form'
import type { CallName } from '#server/product/calls.ts'
import { DecisionDialog, type DecisionDialogProps } from './decision-dialog.tsx'
import type { AdminRequest } from './use-admin-action.ts'

export type ConfirmDialogProps<Name extends CallName> = Omit<
  DecisionDialogProps<Record<string, never>, Name>,
  'form' | 'request' | 'closesOnRefusal'
> & {
  request: AdminRequest<Name>
}

/** Asks before doing something, and closes when the call has been answered, either way. */
export function ConfirmDialog<const Name extends CallName>({ request, ...rest }: ConfirmDialogProps<Name>) {
  const form = useForm<Record<string, never>>()
  return <DecisionDialog {...rest} form={form} request={() => request} closesOnRefusal />
}
