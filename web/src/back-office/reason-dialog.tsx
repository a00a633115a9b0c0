import { useForm } from 'react-hook-form'
import type { CallName } from '#server/product/calls.ts'
import { DecisionDialog, type DecisionDialogProps } from './decision-dialog.tsx'
import { ReasonField, type ReasonTexts } from './reason-field.tsx'

type Values = { reason: string }
type ReasonDialogProps<Name extends CallName> = Omit<
  DecisionDialogProps<Values, Name>,
  'form' | 'closesOnRefusal'
> & {
  reason: ReasonTexts
}

/** A decision that needs a reason, which is recorded with it. */
export function ReasonDialog<const Name extends CallName>({
  reason,
  look = 'danger',
  children,
  ...rest
}: ReasonDialogProps<Name>) {
  const form = useForm<Values>({ defaultValues: { reason: '' } })
  return (
    <DecisionDialog {...rest} form={form} look={look}>
      {children}
      <ReasonField
        {...reason}
        isFirst
        error={form.formState.errors.reason?.message}
        register={(rules) => form.register('reason', rules)}
      />
    </DecisionDialog>
  )
}
