import type { ComponentProps } from 'react'
import { Field, type FieldProps, inputClass } from './field.tsx'

type TextAreaFieldProps = ComponentProps<'textarea'> & FieldProps

/** A text of several lines; it grows with its contents, where the browser supports it. */
export function TextAreaField({ label, error, hint, ...input }: TextAreaFieldProps) {
  const least = input.rows ? '' : 'min-h-40'
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => (
        <textarea
          rows={6}
          {...input}
          {...ids}
          className={`${inputClass} field-sizing-content ${least} max-h-96 resize-y leading-relaxed`}
        />
      )}
    </Field>
  )
}
