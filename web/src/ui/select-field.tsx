import type { ComponentProps } from 'react'
import { Field, type FieldProps, inputClass } from './field.tsx'

type SelectFieldProps = ComponentProps<'select'> & FieldProps

/** One of a list, with the device's own picker. */
export function SelectField({ label, error, hint, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => (
        <select
          {...select}
          {...ids}
          // A select matches `:read-only`, so the look of a read-only input is undone.
          className={`${inputClass} ${error ? '' : 'border-edge!'} text-text!`}
        >
          {children}
        </select>
      )}
    </Field>
  )
}
