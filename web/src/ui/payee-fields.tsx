import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LEGAL_NAME_MAX } from '#domain/payout.ts'
import { NO_PIX_KEY, PixKeyFields, type PixKeyValues } from './pix-key-fields.tsx'
import { TextField } from './text-field.tsx'

export type Payee = PixKeyValues & { legalName: string }
export const NOBODY: Payee = { ...NO_PIX_KEY, legalName: '' }

type PayeeFieldsProps = { form: UseFormReturn<Payee>; words: { legalName: string; legalNameHint: string } }

/** To whom an artist's payouts go: legal name and PIX key. */
export function PayeeFields({ form, words }: PayeeFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        label={words.legalName}
        hint={words.legalNameHint}
        maxLength={LEGAL_NAME_MAX}
        autoComplete="off"
        error={form.formState.errors.legalName?.message}
        {...form.register('legalName', { validate: (name) => name.trim() !== '' || t('required') })}
      />
      <PixKeyFields form={form} />
    </>
  )
}
