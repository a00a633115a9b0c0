import { useEffect, useEffectEvent } from 'react'

/**
 * The state of a history entry: the panels that are open there, from bottom to top. `isLeft`: the panel that
 * made the entry was closed without going back, so going back from it closes nothing.
 */
type Standing = { panels?: readonly string[]; isLeft?: boolean } | null

const openHere = (): readonly string[] => (history.state as Standing)?.panels ?? []

/**
 * Rendered inside a panel: while the panel is open, the back button calls `onClose` instead of leaving the
 * screen. The panel gets a history entry of its own, which a link within it must `replace`.
 */
export function BackCloses({ onClose }: { onClose: () => void }): null {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const panel = crypto.randomUUID()
    // Keeps the router's own state: to the router this is the same screen.
    history.pushState({ ...history.state, panels: [...openHere(), panel], isLeft: false }, '')
    const moved = () => {
      if (!openHere().includes(panel)) close()
    }
    addEventListener('popstate', moved)
    return () => {
      removeEventListener('popstate', moved)
      // Panels beneath this one are still open on this entry.
      const panels = openHere().filter((open) => open !== panel)
      if (openHere().includes(panel)) history.replaceState({ ...history.state, panels, isLeft: true }, '')
    }
  }, [])
  return null
}

/** Closes a panel from within: by going back, if the current history entry is its own. */
export function goBackOr(onClose: () => void): void {
  if (openHere().length > 0 && !(history.state as Standing)?.isLeft) history.back()
  else onClose()
}
