import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { resendConfirmation } from './api.ts'

const REFUSALS = { tooSoon: 'login.resendTooSoon', failed: 'login.resendFailed' } as const

/** Resends the confirmation mail, for people who lost it or opened it too late. */
export function ResendButton({ email }: { email: string }) {
  const { t } = useTranslation('sign-in')
  const [busy, setBusy] = useState(false)

  async function resend() {
    setBusy(true)
    const refusal = await resendConfirmation(email).catch(() => 'failed' as const)
    setBusy(false)
    if (refusal) toast.error(t(REFUSALS[refusal]), { id: 'resend' })
    else toast.success(t('login.resent'), { duration: 8000 })
  }

  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      className="link -mt-3 min-h-11 self-start text-sm"
      onClick={() => !busy && void resend()}
    >
      {t('login.resend')}
    </button>
  )
}
