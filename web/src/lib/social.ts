/** Social sign-in: the providers' names, and which one this tab was last sent to. */
import { inTab } from './browser-storage.ts'
import type { SocialProvider } from './config.ts'

/** Brand names, the same in every language. */
export const PROVIDER_NAMES: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' }

/** What a failure of each says; Apple has no button, but the auth door knows it. */
export const SOCIAL_FAILURES = {
  google: 'login.googleFailed',
  facebook: 'login.facebookFailed',
  apple: 'login.appleFailed',
} as const
export type VisitedProvider = keyof typeof SOCIAL_FAILURES

const VISIT = 'social-visit'

/** Remembers the provider this tab is sent to, so that a failure can name it. */
export function startSocialVisit(provider: VisitedProvider): void {
  inTab.write(VISIT, provider)
}

let cameFrom: VisitedProvider | null | undefined

/**
 * The provider this tab was sent to before this page was loaded. It has to be asked before the page can send anybody away
 * itself; a page loaded after this one has nothing of it.
 */
export function endSocialVisit(): VisitedProvider | null {
  if (cameFrom !== undefined) return cameFrom
  const gone = inTab.read(VISIT) ?? ''
  inTab.remove(VISIT)
  cameFrom = Object.hasOwn(SOCIAL_FAILURES, gone) ? (gone as VisitedProvider) : null
  return cameFrom
}
