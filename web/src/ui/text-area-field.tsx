import type { ComponentProps } from 'react'
import { Field, type FieldProps, inputClass } from './field.tsx'

type TextAreaFieldProps = ComponentProps<'textarea'> & FieldProps

/** A text of several lines; it grows with its contents, where the browser supports it. */
export function TextAreaField({ label, error, hint, ...input }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => (
        <textarea
          rows={6}
          {...input}
          {...ids}
          className={`${inputClass} field-sizing-content min-h-40 max-h-96 resize-y leading-relaxed`}
        />
      )}
    </Field>
  )
}
