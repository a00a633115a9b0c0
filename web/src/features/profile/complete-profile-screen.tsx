import { Controller, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { cpfDigits, isCpf } from '#domain/cpf.ts'
import { formatPhone, isPhone, normalisePhone, PHONE_MASK } from '#domain/phone.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { isTaken } from '../../session/profile.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { MaskedField } from '../../ui/masked-field.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TermsField } from '../../ui/terms-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { createWallet } from './api.ts'

const CPF_MASK = '000.000.000-00'

/** `/complete-profile` — forced while the profile is incomplete. The guards lead on once it is saved. */
export function CompleteProfileScreen() {
  const { t } = useTranslation(['profile', 'common'])
  const { profile, changeProfile, noteProfile, signOut } = useSignedIn()
  // Somebody who came by e-mail chose theirs on registering, unless only the account was made then.
  const nicknameIsSettled = profile.provider === 'email' && profile.nickname !== null
  const form = useForm({
    defaultValues: {
      nickname: profile.nickname ?? '',
      fullName: profile.full_name ?? '',
      phone: formatPhone(profile.tel ?? ''),
      document: '',
      terms: false,
    },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ nickname, fullName, phone, document }) => {
    const refuse = (field: 'nickname' | 'document', message: string) =>
      form.setError(field, { message }, { shouldFocus: true })
    if (!isCpf(document)) {
      toast.error(t('documentInvalidToast'))
      return refuse('document', t('documentInvalid'))
    }
    const progress = 'complete-profile'
    try {
      if (!nicknameIsSettled && (await isTaken('nickname', nickname.trim()))) {
        return refuse('nickname', t('nicknameTaken'))
      }
      if (await isTaken('document', cpfDigits(document))) return refuse('document', t('documentTaken'))
      toast.loading(t('creatingWallet'), { id: progress })
      noteProfile({ wallet: await createWallet() })
      toast.loading(t('savingData'), { id: progress })
      await changeProfile({
        ...(!nicknameIsSettled && { nickname: nickname.trim() }),
        full_name: fullName.trim(),
        tel: normalisePhone(phone),
        document: cpfDigits(document),
        is_complete_profile: true,
        terms_version: TERMS_VERSION,
      })
      toast.success(t('success'), { id: progress, duration: 4000 })
    } catch {
      toast.error(t('failed'), { id: progress, duration: 6000 })
    }
  })

  const filled = { validate: (value: string) => value.trim() !== '' || t('common:required') }
  return (
    <div className="w-full max-w-md rounded-sheet border border-line bg-raised p-6 sm:p-8">
      <ScreenTitle lead={t('lead')}>{t('title')}</ScreenTitle>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField type="email" label={t('email')} value={profile.email} readOnly />
        <TextField
          label={t('nickname')}
          autoComplete="username"
          maxLength={40}
          readOnly={nicknameIsSettled}
          error={errors.nickname?.message}
          {...form.register('nickname', filled)}
        />
        <TextField
          label={t('fullName')}
          autoComplete="name"
          maxLength={120}
          error={errors.fullName?.message}
          {...form.register('fullName', filled)}
        />
        <Controller
          control={form.control}
          name="phone"
          rules={{
            required: t('phoneRequired'),
            validate: (value) => isPhone(value) || t('invalidPhone'),
          }}
          render={({ field: { ref, ...field }, fieldState }) => (
            <MaskedField
              {...field}
              inputRef={ref}
              mask={PHONE_MASK}
              label={t('phone')}
              autoComplete="tel"
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="document"
          rules={{ required: t('documentRequired') }}
          render={({ field: { ref, ...field }, fieldState }) => (
            <MaskedField
              {...field}
              inputRef={ref}
              mask={CPF_MASK}
              label={t('document')}
              error={fieldState.error?.message}
            />
          )}
        />
        <TermsField
          error={errors.terms?.message}
          {...form.register('terms', { required: t('common:acceptTerms') })}
        />
        <Button type="submit" busy={isSubmitting}>
          {t('submit')}
        </Button>
        <button type="button" className="link mx-auto min-h-11 px-3 text-sm" onClick={() => void signOut()}>
          {t('signOut')}
        </button>
      </form>
    </div>
  )
}
