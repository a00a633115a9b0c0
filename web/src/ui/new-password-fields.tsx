import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules } from '#domain/password.ts'
import { isCommon } from '../lib/common-password.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'

export type NewPassword = { password: string; confirmPassword: string }

type NewPasswordFieldsProps = {
  labels: NewPassword
  /** What else is known of the person, and so is no password of theirs: their address. */
  own?: readonly string[]
}

/** A new password, the rules it still breaks, and its repetition; inside a FormProvider with these two fields. */
export function NewPasswordFields({ labels, own = [] }: NewPasswordFieldsProps) {
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
            validate: {
              rules: (value) => brokenPasswordRules(value).length === 0 || t('rules.general'),
              common: async (value) => !(await isCommon(value, own)) || t('rules.common'),
            },
            deps: 'confirmPassword',
          })}
        />
        <PasswordRules password={password} own={own} />
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
