import { type ReactNode, useMemo, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CallName } from '#server/product/calls.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { Modal, ModalActions } from '../ui/modal.tsx'
import { type Outlook, PreviewOutlook } from './refused.ts'
import { type ActionTexts, type AdminRequest, isDecided, useAdminAction } from './use-admin-action.ts'

export type DecisionDialogProps<Values extends FieldValues, Name extends CallName> = ActionTexts<Name> & {
  call: Name
  title: string
  form: UseFormReturn<Values>
  /** The request for the entered values. */
  request(values: Values): AdminRequest<Name>
  /** The button's text. */
  submit: string
  look?: ButtonLook
  onClose(): void
  /** A refusal closes the dialog too, where there is nothing in it to correct. */
  closesOnRefusal?: boolean
  /** What is being decided, and the form's fields. */
  children?: ReactNode
}

/**
 * An administrator's decision: what it is about, its fields, and the call. It stays open while they can be
 * corrected, and closes where somebody else has decided. What its preview has not shown yet, or was refused, is not offered.
 */
export function DecisionDialog<Values extends FieldValues, const Name extends CallName>({
  call,
  title,
  form,
  request,
  submit,
  look = 'primary',
  done,
  failed,
  decidedMeanwhile,
  onClose,
  closesOnRefusal = false,
  children,
}: DecisionDialogProps<Values, Name>) {
  const { t } = useTranslation('common')
  const action = useAdminAction(call, { done, failed, decidedMeanwhile })
  const [outlook, tell] = useState<Outlook>('known')
  const preview = useMemo(() => ({ outlook, tell }), [outlook])
  const close = {
    onSuccess: onClose,
    onError: (fault: Error) => {
      if (closesOnRefusal || isDecided(fault)) onClose()
    },
  }
  return (
    <Modal open onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => action.mutate(request(values), close))}
        className="flex flex-col gap-4"
      >
        <PreviewOutlook.Provider value={preview}>{children}</PreviewOutlook.Provider>
        <ModalActions stays>
          <Button type="submit" look={look} disabled={outlook !== 'known'} busy={action.isPending}>
            {submit}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
