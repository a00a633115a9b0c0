import { type Ref, type SyntheticEvent, useState } from 'react'
import { formatBRL, parseBRL, readWrittenBRL } from '#domain/money.ts'
import { Field, type FieldProps, inputClass } from './field.tsx'

type MoneyFieldProps = FieldProps & {
  /** Centavos, or null while the field is empty. */
  value: number | null
  onChange?(centavos: number | null): void
  onBlur?(): void
  name: string
  readOnly?: boolean
  /** Shown in place of the amount, until something is typed. */
  mask?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/**
 * Money typed as on a till: digits push in from the right as centavos, so the text is always a complete amount
 * (`R$ 1.234,56`). Only zeros clear the field. Pasted text is in reais: `50` is R$ 50,00; if it is not an
 * amount it is ignored. The amount that it began with is selected on entering, so that
 * typing replaces it.
 */
export function MoneyField(props: MoneyFieldProps) {
  const { label, error, hint, value, mask, onChange, inputRef, ...input } = props
  const [begunWith] = useState(value)
  const select = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (value === begunWith) currentTarget.select()
  }
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => (
        <input
          {...input}
          {...ids}
          ref={inputRef}
          onFocus={select}
          // A press puts the caret somewhere after the focus has selected.
          onClick={select}
          inputMode="numeric"
          autoComplete="off"
          placeholder={formatBRL(0)}
          value={value === null ? '' : (mask ?? formatBRL(value))}
          onChange={(event) => onChange?.(parseBRL(event.target.value.slice(0, 16)) || null)}
          onPaste={(event) => {
            event.preventDefault()
            const pasted = readWrittenBRL(event.clipboardData.getData('text'))
            if (pasted !== null) onChange?.(pasted || null)
          }}
          className={`${inputClass} figures text-lg`}
        />
      )}
    </Field>
  )
}
