import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules } from '#domain/password.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'

export type NewPassword = { password: string; confirmPassword: string }

/** A new password, the rules it still breaks, and its repetition; inside a FormProvider with these two fields. */
export function NewPasswordFields({ labels }: { labels: NewPassword }) {
  const { t } = useTranslation(['sign-in', 'common'])
  const form = useFormContext<NewPassword>()
  const { errors } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })

  return (
    <>
      <div className="flex flex-col gap-3">
        <PasswordField
          label={labels.password}
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register('password', {
            required: t('common:required'),
            validate: (value) => brokenPasswordRules(value).length === 0 || t('rules.general'),
            deps: 'confirmPassword',
          })}
        />
        <PasswordRules password={password} />
      </div>
      <PasswordField
        label={labels.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword', {
          required: t('common:required'),
          validate: (value, values) => value === values.password || t('rules.mismatch'),
        })}
      />
    </>
  )
}
