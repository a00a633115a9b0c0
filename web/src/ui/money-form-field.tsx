import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { MoneyField } from './money-field.tsx'

type MoneyFormFieldProps<Values extends FieldValues, Name> = {
  control: Control<Values>
  name: Name
  /** The error for an amount in centavos, or true when it is valid. */
  validate(centavos: number | null): string | true
  label: string
  hint?: string
  readOnly?: boolean
}

/** An amount in a form. */
export function MoneyFormField<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, number | null>,
>({ control, name, validate, ...rest }: MoneyFormFieldProps<Values, Name>) {
  return (
    <Controller
      control={control}
      name={name}
      rules={{ validate }}
      render={({ field: { ref, ...field }, fieldState }) => (
        <MoneyField {...field} {...rest} inputRef={ref} error={fieldState.error?.message} />
      )}
    />
  )
}
