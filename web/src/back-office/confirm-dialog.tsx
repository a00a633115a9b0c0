import { useForm } from 'react-hook-form'
import { DecisionDialog, type DecisionDialogProps } from './decision-dialog.tsx'

type ConfirmDialogProps<Answer> = Omit<
  DecisionDialogProps<Record<string, never>, Answer>,
  'form' | 'request' | 'closesOnRefusal'
> & {
  /** The call, which takes no values. */
  path: string
}

/** Asks once more before something is done, and closes with its answer, whichever it is. */
export function ConfirmDialog<Answer>({ path, ...rest }: ConfirmDialogProps<Answer>) {
  const form = useForm<Record<string, never>>()
  return <DecisionDialog {...rest} form={form} request={() => ({ path })} closesOnRefusal />
}
