import { useForm } from 'react-hook-form'
import { DecisionDialog, type DecisionDialogProps } from './decision-dialog.tsx'
import { ReasonField, type ReasonTexts } from './reason-field.tsx'

type Values = { reason: string }
type ReasonDialogProps<Answer> = Omit<
  DecisionDialogProps<Values, Answer>,
  'form' | 'request' | 'closesOnRefusal'
> & {
  /** The call that takes `{reason}`, and `also`. */
  path: string
  also?: object
  reason: ReasonTexts
}

/** A decision that is made for a reason, which stays with it. */
export function ReasonDialog<Answer>({
  path,
  also,
  reason,
  look = 'danger',
  children,
  ...rest
}: ReasonDialogProps<Answer>) {
  const form = useForm<Values>({ defaultValues: { reason: '' } })
  return (
    <DecisionDialog
      {...rest}
      form={form}
      look={look}
      request={(values) => ({ path, body: { ...values, ...also } })}
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
