import { type UseFormReturn, useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { isCpf } from '#domain/cpf.ts'
import { formatPhone, isPhone, PHONE_MASK } from '#domain/phone.ts'
import { config } from '../../lib/config.ts'
import { nicknameFault } from '../../lib/nickname-fault.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { MaskedFormField } from '../../ui/masked-form-field.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TermsField } from '../../ui/terms-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DOCUMENT_TAKEN, type ProfileForm, useProfileCompletion } from './use-profile-completion.ts'

const CPF_MASK = '000.000.000-00'

/** `/complete-profile` — enforced while the profile is incomplete. Once it is saved, the guards redirect. */
export function CompleteProfileScreen() {
  const { t } = useTranslation(['people', 'common'])
  const { profile, signOut } = useSignedIn()
  // Whoever registered by e-mail has chosen one already, unless only the account was created then.
  const nicknameIsSettled = profile.provider === 'email' && profile.nickname !== null
  const form = useForm<ProfileForm>({
    defaultValues: {
      nickname: profile.nickname ?? '',
      fullName: profile.full_name ?? '',
      phone: formatPhone(profile.tel ?? ''),
      document: '',
      terms: false,
    },
  })
  const { errors, isSubmitting } = form.formState

  const submit = useProfileCompletion(form, nicknameIsSettled)
  const filled = { validate: (value: string) => value.trim() !== '' || t('common:required') }
  return (
    <div className="w-full max-w-md rounded-sheet border border-line bg-raised p-6 sm:p-8">
      <ScreenTitle lead={t('completion.lead')}>{t('completion.title')}</ScreenTitle>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField type="email" label={t('completion.email')} value={profile.email} readOnly />
        <TextField
          label={t('completion.nickname')}
          hint={t('common:nicknamePublic')}
          autoComplete="username"
          maxLength={40}
          readOnly={nicknameIsSettled}
          error={errors.nickname?.message}
          {...form.register('nickname', nicknameIsSettled ? filled : { validate: nicknameFault })}
        />
        <TextField
          label={t('completion.fullName')}
          autoComplete="name"
          maxLength={120}
          error={errors.fullName?.message}
          {...form.register('fullName', filled)}
        />
        <MaskedFormField
          control={form.control}
          name="phone"
          rules={{
            required: t('completion.phoneRequired'),
            validate: (value) => isPhone(value) || t('completion.invalidPhone'),
          }}
          mask={PHONE_MASK}
          label={t('completion.phone')}
          autoComplete="tel"
        />
        <DocumentField form={form} onLeave={() => void signOut()} />
        <TermsField
          error={errors.terms?.message}
          {...form.register('terms', { required: t('common:acceptTerms') })}
        />
        <Button type="submit" busy={isSubmitting}>
          {t('completion.submit')}
        </Button>
        <button type="button" className="link mx-auto min-h-11 px-3 text-sm" onClick={() => void signOut()}>
          {t('completion.signOut')}
        </button>
      </form>
    </div>
  )
}

/** Whose document another account has most often has that account, too. */
function DocumentField({ form, onLeave }: { form: UseFormReturn<ProfileForm>; onLeave(): void }) {
  const { t } = useTranslation('people')
  const mail = { className: 'link', href: `mailto:${config().supportEmail}` }
  return (
    <div className="flex flex-col gap-2">
      <MaskedFormField
        control={form.control}
        name="document"
        rules={{
          required: t('completion.documentRequired'),
          validate: (value) => isCpf(value) || t('completion.documentInvalid'),
        }}
        mask={CPF_MASK}
        label={t('completion.document')}
      />
      {form.formState.errors.document?.type === DOCUMENT_TAKEN && (
        <p className="text-sm">
          <Trans
            t={t}
            i18nKey="completion.taken"
            components={{
              out: <button type="button" className="link" onClick={onLeave} />,
              support: <a {...mail} />,
            }}
          />
        </p>
      )}
    </div>
  )
}
