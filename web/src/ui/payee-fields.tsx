import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LEGAL_NAME_MAX } from '#domain/payout.ts'
import { normalisePixKey, PIX_KEY_TYPES, type PixKeyType } from '#domain/pix-key.ts'
import { Choice } from './choice.tsx'
import { TextField } from './text-field.tsx'

export type Payee = { legalName: string; pixKeyType: PixKeyType; pixKey: string }
export const NOBODY: Payee = { legalName: '', pixKeyType: 'cpf', pixKey: '' }

type PayeeFieldsProps = {
  form: UseFormReturn<Payee>
  words: {
    legalName: string
    legalNameHint: string
    type: string
    typeNamed(type: PixKeyType): string
    key: string
    invalid: string
  }
}

/** To whom an artist's payouts go: legal name, type of key and key. */
export function PayeeFields({ form, words }: PayeeFieldsProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  function keyFault(pixKey: string, { pixKeyType }: Payee): string | true {
    if (pixKey.trim() === '') return t('required')
    return normalisePixKey(pixKeyType, pixKey) !== null || words.invalid
  }
  return (
    <>
      <TextField
        label={words.legalName}
        hint={words.legalNameHint}
        maxLength={LEGAL_NAME_MAX}
        autoComplete="off"
        error={errors.legalName?.message}
        {...form.register('legalName', { validate: (name) => name.trim() !== '' || t('required') })}
      />
      <Controller
        control={form.control}
        name="pixKeyType"
        render={({ field }) => (
          <Choice
            look="chips"
            label={words.type}
            options={PIX_KEY_TYPES.map((value) => ({ value, label: words.typeNamed(value) }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <TextField
        label={words.key}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.pixKey?.message}
        {...form.register('pixKey', { validate: keyFault })}
      />
    </>
  )
}
