import { useCallback, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { cpfDigits } from '#domain/cpf.ts'
import { normalisePhone } from '#domain/phone.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { isTaken, loadProfile } from '../../session/profile.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { createWallet } from './api.ts'

export type ProfileForm = {
  nickname: string
  fullName: string
  phone: string
  document: string
  terms: boolean
}

/** The kind of the error that another account has this document. */
export const DOCUMENT_TAKEN = 'taken'

/** The one toast of this form: what was said of an earlier attempt goes away with the next. */
const progress = 'complete-profile'

/**
 * The form's submission: checks that nickname and document are free, creates the wallet, saves the profile, and reports its
 * progress. A document that is none is told in a toast, too.
 */
export function useProfileCompletion(form: UseFormReturn<ProfileForm>, nicknameIsSettled: boolean) {
  const { t } = useTranslation('people')
  const { changeProfile, mergeProfile } = useSignedIn()
  const isDone = useCompletedElsewhere()

  async function complete({ nickname, fullName, phone, document }: ProfileForm) {
    if (await isDone()) return
    const refuse = (field: 'nickname' | 'document', message: string, type = 'validate') =>
      form.setError(field, { type, message }, { shouldFocus: true })
    // What is refused below is said at its field.
    toast.remove(progress)
    try {
      if (!nicknameIsSettled && (await isTaken('nickname', nickname.trim()))) {
        return refuse('nickname', t('completion.nicknameTaken'))
      }
      if (await isTaken('document', cpfDigits(document)))
        return refuse('document', t('completion.documentTaken'), DOCUMENT_TAKEN)
      toast.loading(t('completion.creatingWallet'), { id: progress })
      mergeProfile({ wallet: await createWallet() })
      toast.loading(t('completion.savingData'), { id: progress })
      await changeProfile({
        ...(!nicknameIsSettled && { nickname: nickname.trim() }),
        full_name: fullName.trim(),
        tel: normalisePhone(phone),
        document: cpfDigits(document),
        is_complete_profile: true,
        terms_version: TERMS_VERSION,
      })
      toast.success(t('completion.success'), { id: progress, duration: 4000 })
    } catch {
      toast.error(t('completion.failed'), { id: progress, duration: 6000 })
    }
  }

  return form.handleSubmit(complete, ({ document }) => {
    if (document?.type === 'validate') toast.error(t('completion.documentInvalidToast'), { id: progress })
    else toast.remove(progress)
  })
}

/**
 * Looks whether the profile has been completed in another tab, also whenever this one is turned to again; the guards then lead
 * on. Without an answer it has not.
 */
function useCompletedElsewhere(): () => Promise<boolean> {
  const { user, mergeProfile } = useSignedIn()
  const look = useCallback(async () => {
    const profile = await loadProfile(user).catch(() => null)
    if (!profile?.is_complete_profile) return false
    mergeProfile(profile)
    return true
  }, [user, mergeProfile])
  useEffect(() => {
    const turnedTo = () => {
      if (document.visibilityState === 'visible') void look()
    }
    addEventListener('focus', turnedTo)
    document.addEventListener('visibilitychange', turnedTo)
    return () => {
      removeEventListener('focus', turnedTo)
      document.removeEventListener('visibilitychange', turnedTo)
    }
  }, [look])
  return look
}
