import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { config } from '../lib/config.ts'
import { loadTexts } from '../lib/i18n.ts'
import { SHUT_OUT } from '../lib/shut-out.ts'

/** Why the account cannot sign in, and how to reach support: the balance of a deactivated account is not lost. */
export function InactiveAccount() {
  const { t } = useTranslation('sign-in')
  return (
    <>
      {t('login.inactive')}{' '}
      <a className="link" href={`mailto:${config().supportEmail}`}>
        {t('login.writeToSupport')}
      </a>
    </>
  )
}

/** Long enough to read it and to reach for the link. */
const DURATION_MS = 12_000

export async function showInactiveAccount(): Promise<void> {
  await loadTexts('sign-in')
  toast.error(<InactiveAccount />, { id: SHUT_OUT, duration: DURATION_MS })
}
