/** Social sign-in: the providers' names, and which one this tab was last sent to. */
import { config, type SocialProvider } from './config.ts'

/** Brand names, the same in every language. */
export const PROVIDER_NAMES: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' }

const VISIT = 'social-visit'

/** Remembers the provider this tab is sent to, so that a failure can name it. */
export function startSocialVisit(provider: SocialProvider): void {
  sessionStorage.setItem(VISIT, provider)
}

/** The provider this tab was last sent to; answered once. */
export function endSocialVisit(): SocialProvider | null {
  const gone = sessionStorage.getItem(VISIT)
  sessionStorage.removeItem(VISIT)
  return config().socialProviders.find((provider) => provider === gone) ?? null
}
