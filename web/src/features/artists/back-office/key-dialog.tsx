import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { NOBODY, type Payee, PayeeFields } from '../../../ui/payee-fields.tsx'
import { enteredPixKey } from '../../../ui/pix-key-fields.tsx'

/** Legal name, type of key and key, as the artist gave them outside the product. */
export function KeyDialog({ uid, onClose }: { uid: string; onClose(): void }) {
  const { t } = useTranslation('artists-back-office')
  const form = useForm<Payee>({ defaultValues: NOBODY })
  return (
    <DecisionDialog
      call="POST /admin/artists/{uid}/keys"
      title={t('key.modal')}
      form={form}
      request={({ legalName, ...key }) => ({ params: { uid }, body: { legalName, ...enteredPixKey(key) } })}
      submit={t('key.save')}
      done={() => t('key.saved')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t('key.modalText')}</p>
      <PayeeFields
        form={form}
        words={{
          legalName: t('key.legalName'),
          legalNameHint: t('key.legalNameHint'),
        }}
      />
    </DecisionDialog>
  )
}
