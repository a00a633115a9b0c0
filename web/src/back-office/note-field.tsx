import { useTranslation } from 'react-i18next'
import { REASON_MAX } from '#domain/refund.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'

type Rules = {
  validate(written: string): string | true
  maxLength: { value: number; message: string }
}
type NoteFieldProps = {
  error: string | undefined
  register(name: 'note', rules: Rules): object
}

/** Why something is decided; it stays with the decision. */
export function NoteField({ error, register }: NoteFieldProps) {
  const { t } = useTranslation(['outgoing-back-office', 'common'])
  return (
    <TextAreaField
      label={t('decision.note')}
      hint={t('decision.noteHint')}
      error={error}
      {...register('note', {
        validate: (written) => written.trim() !== '' || t('common:required'),
        maxLength: { value: REASON_MAX, message: t('decision.tooLong') },
      })}
    />
  )
}
