import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE_MASK } from '#domain/phone.ts'
import type { PixKeyType } from '#domain/pix-key.ts'
import { MaskedField } from '../../ui/masked-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** IMask patterns; a CNPJ may contain letters, except in its check digits. */
const MASKS: Partial<Record<PixKeyType, string>> = {
  cpf: '000.000.000-00',
  cnpj: '**.***.***/****-00',
  phone: PHONE_MASK,
}

type KeyFieldProps = {
  type: PixKeyType
  name: string
  value: string
  onChange(value: string): void
  onBlur(): void
  inputRef: Ref<HTMLInputElement>
  error: string | undefined
}

/** "Chave PIX", formatted according to its type. */
export function KeyField({ type, onChange, inputRef, ...field }: KeyFieldProps) {
  const { t } = useTranslation('withdrawals')
  const texts = { label: t('key'), hint: t(`keyHint.${type}`) }
  const mask = MASKS[type]
  if (mask) {
    return (
      <MaskedField
        key={type}
        {...field}
        {...texts}
        mask={mask}
        inputMode={type === 'cnpj' ? 'text' : 'numeric'}
        inputRef={inputRef}
        onChange={onChange}
        autoComplete={type === 'phone' ? 'tel' : 'off'}
      />
    )
  }
  return (
    <TextField
      key={type}
      {...field}
      {...texts}
      ref={inputRef}
      type={type === 'email' ? 'email' : 'text'}
      autoComplete={type === 'email' ? 'email' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
