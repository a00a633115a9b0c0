/** Shows, once, the outcome that a mailed link or a social provider left in the address. */
import type { AuthError, AuthImplicitGrantRedirectError, GoTrueClient } from '@supabase/auth-js'
import toast from 'react-hot-toast'
import { i18n, loadTexts } from '../lib/i18n.ts'
import { SOCIAL_FAILURES, type VisitedProvider } from '../lib/social.ts'
import { showInactiveAccount } from '../ui/inactive-account.tsx'

/** `cameFrom`: the provider from which this page was reached, if any. */
export async function showLinkOutcome(client: GoTrueClient, cameFrom: VisitedProvider | null): Promise<void> {
  const message = new URLSearchParams(location.hash.slice(1)).get('message')
  const { error } = await client.initialize()
  // The client empties the fragment but leaves its `#`.
  if (location.href.endsWith('#'))
    history.replaceState(history.state, '', location.pathname + location.search)
  if (message) {
    clearAddress()
    await loadTexts('sign-in')
    toast.success(i18n.t('sign-in:emailChange.oneLeft'), { id: 'link', duration: 8000 })
  }
  if (!error) return
  clearAddress()
  await loadTexts('sign-in')
  const { details } = error as AuthError & Partial<Pick<AuthImplicitGrantRedirectError, 'details'>>
  const { error: kind, code } = details ?? { error: '', code: '' }
  if (code === 'user_banned') await showInactiveAccount()
  else if (code === 'provider_email_needs_verification') {
    toast.error(i18n.t('sign-in:login.emailUnverified'), { id: 'link', duration: 8000 })
  } else if (code === 'identity_already_exists')
    toast.error(i18n.t('sign-in:login.identityTaken'), { id: 'link' })
  // Cancelling is not a failure.
  else if (code === 'bad_oauth_callback' && kind === 'access_denied')
    toast(i18n.t('sign-in:login.cancelled'), { id: 'link' })
  else if (cameFrom) toast.error(i18n.t(`sign-in:${SOCIAL_FAILURES[cameFrom]}`), { id: 'link' })
  else toast.error(i18n.t('sign-in:reset.invalidToken'), { id: 'dead-link' })
}

function clearAddress(): void {
  history.replaceState(null, '', location.pathname)
}
