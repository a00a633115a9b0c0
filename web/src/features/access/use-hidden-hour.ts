import { useState } from 'react'
import { inBrowser } from '../../lib/browser-storage.ts'

/** Holds the uid of the token whose strip was hidden in this browser. */
const HIDDEN = 'tune:hidden-hour'

/** The hour whose strip is hidden in this browser, which remembers it; `hide(null)` shows it again. */
export function useHiddenHour(): [hidden: string | null, hide: (token: string | null) => void] {
  const [hidden, setHidden] = useState(() => inBrowser.read(HIDDEN))
  function hide(token: string | null) {
    if (token === null) inBrowser.remove(HIDDEN)
    else inBrowser.write(HIDDEN, token)
    setHidden(token)
  }
  return [hidden, hide]
}
