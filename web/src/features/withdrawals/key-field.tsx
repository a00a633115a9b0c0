import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { fittingPixKeyTypes, type PixKeyType } from '#domain/pix-key.ts'
import { TextField } from '../../ui/text-field.tsx'

const INPUT_MODES = { cpf: 'numeric', cnpj: 'text', phone: 'tel', email: 'email', random: 'text' } as const

type KeyFieldProps = {
  /** What kind of key its value is; null until that is known. */
  type: PixKeyType | null
  /** What its owner has said it is, which decides what a phone's keyboard offers. */
  chosen: PixKeyType | null
  name: string
  value: string
  onChange(value: string): void
  onBlur(): void
  inputRef: Ref<HTMLInputElement>
  error: string | undefined
}

/** "Chave PIX": takes a key of any kind, and names the kind. */
export function KeyField({ type, chosen, onChange, inputRef, ...field }: KeyFieldProps) {
  const { t } = useTranslation('withdrawals')
  const fitting = fittingPixKeyTypes(field.value)
  function hint() {
    if (type === null) return t(fitting.length > 1 ? 'keyWhich' : 'keyHint.any')
    return fitting.includes(type) ? t('keySeen', { type: t(`types.${type}`) }) : t(`keyHint.${type}`)
  }
  return (
    <TextField
      {...field}
      label={t('key')}
      hint={hint()}
      ref={inputRef}
      inputMode={chosen ? INPUT_MODES[chosen] : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
