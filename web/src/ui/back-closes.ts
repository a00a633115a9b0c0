import { useEffect, useEffectEvent } from 'react'

/** The entry of the browser's history that a panel stands on says so. */
type Standing = { panel?: string } | null

/**
 * Stands in a panel's content. For as long as that is open, going back means `onClose` and not the screen before: the panel
 * has an entry of its own in the browser's history. A link within it must `replace` that entry.
 */
export function BackCloses({ onClose }: { onClose: () => void }): null {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const panel = crypto.randomUUID()
    // What the router keeps there stays: to it this is the same screen.
    history.pushState({ ...history.state, panel }, '')
    const moved = () => {
      if ((history.state as Standing)?.panel !== panel) close()
    }
    addEventListener('popstate', moved)
    return () => {
      removeEventListener('popstate', moved)
      const { panel: standing, ...kept } = (history.state ?? {}) as NonNullable<Standing>
      if (standing === panel) history.replaceState(kept, '')
    }
  }, [])
  return null
}

/** Closes a panel from within: back over its own entry, if it stands on one. */
export function goBackOr(onClose: () => void): void {
  if ((history.state as Standing)?.panel) history.back()
  else onClose()
}
