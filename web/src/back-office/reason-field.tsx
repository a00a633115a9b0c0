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
  /** The reason is what the dialog asks for: it has the focus when that opens. */
  isFirst?: boolean
  register(rules: Rules): object
}

/** The reason for a decision, recorded with it. */
export function ReasonField({ label, hint, tooLong, error, isFirst = false, register }: ReasonFieldProps) {
  const { t } = useTranslation('common')
  return (
    <TextAreaField
      label={label}
      hint={hint}
      error={error}
      autoFocus={isFirst}
      {...register({
        validate: (written) => written.trim() !== '' || t('required'),
        maxLength: { value: REASON_MAX, message: tooLong },
      })}
    />
  )
}
