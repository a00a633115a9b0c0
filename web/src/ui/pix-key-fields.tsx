import type { Ref } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  fittingPixKeyTypes,
  formatPixKey,
  normalisePixKey,
  PIX_KEY_TYPES,
  type PixKeyType,
  pixKeyTypeOf,
} from '#domain/pix-key.ts'
import { Choice } from './choice.tsx'
import { TextField } from './text-field.tsx'

/** `chosen`: the type that the key's owner has named. */
export type PixKeyValues = { chosen: PixKeyType | null; pixKey: string }
export const NO_PIX_KEY: PixKeyValues = { chosen: null, pixKey: '' }

/** The key that a form with a valid one holds. */
export function enteredPixKey({ chosen, pixKey }: PixKeyValues): { pixKeyType: PixKeyType; pixKey: string } {
  const pixKeyType = pixKeyTypeOf(pixKey, chosen)
  if (pixKeyType === null) throw new Error('The form let a key of no type pass')
  return { pixKeyType, pixKey }
}

/**
 * A PIX key and what kind it is, wherever one is asked for. The kind is seen from the key, never guessed: a number can be a CPF
 * and a stranger's phone.
 */
export function PixKeyFields<Values extends PixKeyValues>(props: { form: UseFormReturn<Values> }) {
  const { t } = useTranslation(['pix-key', 'common'])
  // The form's other fields are nothing to these.
  const form = props.form as unknown as UseFormReturn<PixKeyValues>
  const [chosen, pixKey] = form.watch(['chosen', 'pixKey'])
  const type = pixKeyTypeOf(pixKey, chosen)

  function keyFault(pixKey: string): string | true {
    if (pixKey.trim() === '') return t('common:required')
    const type = pixKeyTypeOf(pixKey, form.getValues('chosen'))
    if (type === null) return t(fittingPixKeyTypes(pixKey).length > 1 ? 'which' : 'invalid.any')
    return normalisePixKey(type, pixKey) === null ? t(`invalid.${type}`) : true
  }

  return (
    <>
      <Controller
        control={form.control}
        name="chosen"
        render={({ field }) => (
          <Choice
            look="chips"
            label={t('type')}
            options={PIX_KEY_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
            value={type}
            onChange={(next) => {
              field.onChange(next)
              form.clearErrors('pixKey')
            }}
          />
        )}
      />
      <Controller
        control={form.control}
        name="pixKey"
        rules={{ validate: keyFault }}
        render={({ field: { ref, ...field }, fieldState }) => (
          <KeyField
            type={type}
            chosen={chosen}
            {...field}
            onBlur={() => {
              const key = type && normalisePixKey(type, pixKey)
              if (key) field.onChange(formatPixKey(type, key))
              field.onBlur()
            }}
            inputRef={ref}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  )
}

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
function KeyField({ type, chosen, onChange, inputRef, ...field }: KeyFieldProps) {
  const { t } = useTranslation('pix-key')
  const fitting = fittingPixKeyTypes(field.value)
  function hint() {
    if (type === null) return t(fitting.length > 1 ? 'which' : 'hint.any')
    return fitting.includes(type) ? t('seen', { type: t(`types.${type}`) }) : t(`hint.${type}`)
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
