import { useEffect, useRef } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'

/** Longer than other toasts: whoever waits looks elsewhere meanwhile. */
const SHOWN_MS = 10_000

/**
 * Calls a fan who has the page open when their turn comes: by a toast, and as long as it lasts by the title, which is seen from
 * other tabs, too. `isTurn` is null while nobody knows.
 */
export function useTurnCall(isTurn: boolean | null): void {
  const { t } = useTranslation('market')
  const before = useRef(isTurn)
  useEffect(() => {
    if (isTurn && before.current === false) toast.success(t('queue.now'), { id: 'turn', duration: SHOWN_MS })
    before.current = isTurn
  }, [isTurn, t])
  useEffect(() => {
    if (!isTurn) return
    const own = document.title
    const called = `${t('queue.turn')} · ${own}`
    document.title = called
    // The next screen has a title of its own by then.
    return () => {
      if (document.title === called) document.title = own
    }
  }, [isTurn, t])
}
