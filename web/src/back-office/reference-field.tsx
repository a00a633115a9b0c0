import { useTranslation } from 'react-i18next'
import { isReference, REFERENCE_MAX } from '#domain/money-decision.ts'
import { TextField } from '../ui/text-field.tsx'

type Rules = { validate(written: string): string | true; shouldUnregister: true }
type ReferenceFieldProps = {
  /** The provider that issued the id. */
  provider: Parameters<typeof isReference>[0]
  label: string
  hint?: string | undefined
  error: string | undefined
  register(rules: Rules): object
}

/** The provider's id of a payment. */
export function ReferenceField({ provider, label, hint, error, register }: ReferenceFieldProps) {
  const { t } = useTranslation(['outgoing-back-office', 'common'])
  function fault(written: string): string | true {
    if (written.trim() === '') return t('common:required')
    if (isReference(provider, written.trim())) return true
    return t(provider === 'pix' ? 'decision.endToEndInvalid' : 'decision.refundIdInvalid')
  }
  return (
    <TextField
      label={label}
      hint={hint}
      maxLength={REFERENCE_MAX}
      autoComplete="off"
      error={error}
      {...register({ validate: fault, shouldUnregister: true })}
    />
  )
}
