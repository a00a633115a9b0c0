import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ServiceInvoiceWire } from '#server/product/invoices/contract.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { ReasonField } from '../../../back-office/reason-field.tsx'

/** Notes what was done about an invoice by hand. */
export function SettleDialog({ invoice, onClose }: { invoice: ServiceInvoiceWire; onClose(): void }) {
  const { t } = useTranslation('invoices-back-office')
  const form = useForm<{ note: string }>({ defaultValues: { note: '' } })
  return (
    <DecisionDialog
      call="POST /admin/invoices/{uid}/settle"
      title={t('settleTitle')}
      form={form}
      request={({ note }) => ({ params: { uid: invoice.uid }, body: { note: note.trim() } })}
      submit={t('settle')}
      done={() => t('settled')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p>{t('settleText')}</p>
      <ReasonField
        label={t('note')}
        hint={t('noteHint')}
        tooLong={t('tooLong')}
        error={form.formState.errors.note?.message}
        register={(rules) => form.register('note', rules)}
      />
    </DecisionDialog>
  )
}
