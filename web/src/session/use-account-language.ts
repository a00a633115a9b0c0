import { useEffect } from 'react'
import { chooseLanguage } from '#i18n/language.ts'
import { i18n } from '../lib/i18n.ts'
import { addressLanguage } from '../lib/preferred-language.ts'
import type { SessionState } from './reducer.ts'

/** Screens speak as mails and notifications do: in the account's language, whatever the browser's; an address may name another. */
export function useAccountLanguage(state: SessionState): void {
  const language = state.phase === 'signed-in' ? state.profile.language : null
  useEffect(() => {
    if (language && !addressLanguage()) void i18n.changeLanguage(chooseLanguage(language))
  }, [language])
}
