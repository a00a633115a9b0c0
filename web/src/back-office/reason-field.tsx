import { useTranslation } from 'react-i18next'
import { REASON_MAX } from '#domain/refund.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'

export type ReasonTexts = { label: string; hint: string; tooLong: string }
type Rules = {
  validate(written: string): string | true
  maxLength: { value: number; message: string }
}
type ReasonFieldProps = ReasonTexts & {
  error: string | undefined
  register(rules: Rules): object
}

/** The reason for a decision, recorded with it. */
export function ReasonField({ label, hint, tooLong, error, register }: ReasonFieldProps) {
  const { t } = useTranslation('common')
  return (
    <TextAreaField
      label={label}
      hint={hint}
      error={error}
      {...register({
        validate: (written) => written.trim() !== '' || t('required'),
        maxLength: { value: REASON_MAX, message: tooLong },
      })}
    />
  )
}
