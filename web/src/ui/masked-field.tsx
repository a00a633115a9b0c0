import type { Ref } from 'react'
import { IMaskInput } from 'react-imask'
import { Field, type FieldProps, inputClass } from './field.tsx'

type MaskedFieldProps = FieldProps & {
  /** IMask pattern: `0` is a digit, `{…}` is literal. */
  mask: string
  value: string
  onChange(value: string): void
  onBlur(): void
  name: string
  autoComplete?: string
  placeholder?: string
  readOnly?: boolean
  inputMode?: 'numeric' | 'text'
  inputRef?: Ref<HTMLInputElement>
}

/** Digits typed into a fixed format, such as a phone number. `value` is the text with the mask. */
export function MaskedField({
  label,
  error,
  hint,
  onChange,
  inputMode = 'numeric',
  ...input
}: MaskedFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => (
        <IMaskInput
          {...input}
          {...ids}
          // A lazy mask does not show placeholders for digits that have not been typed.
          lazy
          inputMode={inputMode}
          onAccept={(value: string) => onChange(value)}
          className={`${inputClass} figures`}
        />
      )}
    </Field>
  )
}
