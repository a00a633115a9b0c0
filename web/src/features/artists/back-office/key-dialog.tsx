import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LEGAL_NAME_MAX } from '#domain/payout.ts'
import { normalisePixKey, PIX_KEY_TYPES, type PixKeyType } from '#domain/pix-key.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Values = { legalName: string; pixKeyType: PixKeyType; pixKey: string }

/** Legal name, type of key and key, as the artist gave them outside the product. */
export function KeyDialog({ uid, onClose }: { uid: string; onClose(): void }) {
  const { t } = useTranslation(['artists-back-office', 'common'])
  const form = useForm<Values>({ defaultValues: { legalName: '', pixKeyType: 'cpf', pixKey: '' } })
  const { errors } = form.formState
  function keyFault(pixKey: string, { pixKeyType }: Values): string | true {
    if (pixKey.trim() === '') return t('common:required')
    return normalisePixKey(pixKeyType, pixKey) !== null || t('key.invalid')
  }
  return (
    <DecisionDialog
      call="POST /admin/artists/{uid}/keys"
      title={t('key.modal')}
      form={form}
      request={(body) => ({ params: { uid }, body })}
      submit={t('key.save')}
      done={() => t('key.saved')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t('key.modalText')}</p>
      <TextField
        label={t('key.legalName')}
        hint={t('key.legalNameHint')}
        maxLength={LEGAL_NAME_MAX}
        autoComplete="off"
        error={errors.legalName?.message}
        {...form.register('legalName', { validate: (name) => name.trim() !== '' || t('common:required') })}
      />
      <Controller
        control={form.control}
        name="pixKeyType"
        render={({ field }) => (
          <Choice
            look="chips"
            label={t('key.type')}
            options={PIX_KEY_TYPES.map((value) => ({ value, label: t(`key.types.${value}`) }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <TextField
        label={t('key.key')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.pixKey?.message}
        {...form.register('pixKey', { validate: keyFault })}
      />
    </DecisionDialog>
  )
}
