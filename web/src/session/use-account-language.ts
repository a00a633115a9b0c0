import { useEffect, useRef } from 'react'
import { chooseLanguage } from '#i18n/language.ts'
import { i18n } from '../lib/i18n.ts'
import { addressLanguage } from '../lib/preferred-language.ts'
import type { SessionState } from './reducer.ts'

/**
 * At a page's load and at a sign-in, screens take the account's language, whatever the browser's; an address may name another.
 * From then on they keep it: what another device chooses must not change a purchase half way.
 */
export function useAccountLanguage(state: SessionState): void {
  const takenFor = useRef<string>(null)
  const profile = state.phase === 'signed-in' ? state.profile : null
  const isOut = state.phase === 'signed-out'
  useEffect(() => {
    if (isOut) takenFor.current = null
    if (!profile || profile.uid === takenFor.current) return
    takenFor.current = profile.uid
    if (!addressLanguage()) void i18n.changeLanguage(chooseLanguage(profile.language))
  }, [profile, isOut])
}
