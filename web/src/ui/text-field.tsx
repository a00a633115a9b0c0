import type { ComponentProps } from 'react'
import { Field, type FieldProps, inputClass } from './field.tsx'

type TextFieldProps = ComponentProps<'input'> & FieldProps

export function TextField({ label, error, hint, className = '', ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => <input type="text" {...input} {...ids} className={`${inputClass} ${className}`} />}
    </Field>
  )
}
