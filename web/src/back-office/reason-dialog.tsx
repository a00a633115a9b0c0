import { useForm } from 'react-hook-form'
import type { CallName, ParamsOf } from '#server/product/calls.ts'
import { DecisionDialog, type DecisionDialogProps } from './decision-dialog.tsx'
import { ReasonField, type ReasonTexts } from './reason-field.tsx'
import type { AdminRequest } from './use-admin-action.ts'

type Values = { reason: string }
type ReasonDialogProps<Name extends CallName> = Omit<
  DecisionDialogProps<Values, Name>,
  'form' | 'request' | 'closesOnRefusal'
> & {
  /** The call takes `{reason}`, and `also`. */
  params: ParamsOf<Name>
  also?: object
  reason: ReasonTexts
}

/** A decision that is made for a reason, which stays with it. */
export function ReasonDialog<const Name extends CallName>({
  params,
  also,
  reason,
  look = 'danger',
  children,
  ...rest
}: ReasonDialogProps<Name>) {
  const form = useForm<Values>({ defaultValues: { reason: '' } })
  return (
    <DecisionDialog
      {...rest}
      form={form}
      look={look}
      request={(values) => ({ params, body: { ...values, ...also } }) as unknown as AdminRequest<Name>}
    >
      {children}
      <ReasonField
        {...reason}
        error={form.formState.errors.reason?.message}
        register={(rules) => form.register('reason', rules)}
      />
    </DecisionDialog>
  )
}
