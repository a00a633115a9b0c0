import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, type FieldProps, inputClass } from './field.tsx'
import { Icon } from './icon.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldProps

/** A password with a button that shows and hides it. */
export function PasswordField({ label, error, hint, className = '', ...input }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => (
        <div className="relative">
          <input
            {...input}
            {...ids}
            type={shown ? 'text' : 'password'}
            className={`${inputClass} pr-13 ${className}`}
          />
          <button
            type="button"
            aria-label={shown ? t('hidePassword') : t('showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-control text-muted hover:text-text"
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  )
}
