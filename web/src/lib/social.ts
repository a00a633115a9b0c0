/** Signing in with an account held elsewhere: how the others are called, and to which one a person has just gone. */
import { config, type SocialProvider } from './config.ts'

/** What they call themselves, in every language. */
export const PROVIDER_NAMES: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' }

const VISIT = 'social-visit'

/** Remembers where this tab goes, so that a failure can be told by its name. */
export function startSocialVisit(provider: SocialProvider): void {
  sessionStorage.setItem(VISIT, provider)
}

/** The provider this tab went to last, once. */
export function endSocialVisit(): SocialProvider | null {
  const gone = sessionStorage.getItem(VISIT)
  sessionStorage.removeItem(VISIT)
  return config().socialProviders.find((provider) => provider === gone) ?? null
}
