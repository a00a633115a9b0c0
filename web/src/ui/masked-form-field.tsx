import {
  type Control,
  Controller,
  type FieldPathByValue,
  type FieldValues,
  type RegisterOptions,
} from 'react-hook-form'
import { MaskedField } from './masked-field.tsx'

type MaskedFormFieldProps<Values extends FieldValues, Name extends FieldPathByValue<Values, string>> = {
  control: Control<Values>
  name: Name
  rules: Pick<RegisterOptions<Values, Name>, 'required' | 'validate'>
  mask: string
  label: string
  autoComplete?: string
}

/** A masked field of a form. */
export function MaskedFormField<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
  rules,
  ...rest
}: MaskedFormFieldProps<Values, Name>) {
  return (
    <Controller
      control={control}
      name={name}
      rules={rules}
      render={({ field: { ref, ...field }, fieldState }) => (
        <MaskedField {...field} {...rest} inputRef={ref} error={fieldState.error?.message} />
      )}
    />
  )
}
