import { useEffect, useEffectEvent } from 'react'

/**
 * An entry of the browser's history names the panels that are open there, one above the other. `isLeft`: the panel that
 * made it was closed otherwise than by going back, so going back from it closes nothing.
 */
type Standing = { panels?: readonly string[]; isLeft?: boolean } | null

const openHere = (): readonly string[] => (history.state as Standing)?.panels ?? []

/**
 * Stands in a panel's content. For as long as that is open, going back means `onClose` and not the screen before: the panel
 * has an entry of its own in the browser's history. A link within it must `replace` that entry.
 */
export function BackCloses({ onClose }: { onClose: () => void }): null {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const panel = crypto.randomUUID()
    // What the router keeps there stays: to it this is the same screen.
    history.pushState({ ...history.state, panels: [...openHere(), panel], isLeft: false }, '')
    const moved = () => {
      if (!openHere().includes(panel)) close()
    }
    addEventListener('popstate', moved)
    return () => {
      removeEventListener('popstate', moved)
      // Those beneath it are still open on this entry.
      const panels = openHere().filter((open) => open !== panel)
      if (openHere().includes(panel)) history.replaceState({ ...history.state, panels, isLeft: true }, '')
    }
  }, [])
  return null
}

/** Closes a panel from within: back over its own entry, if it stands on one. */
export function goBackOr(onClose: () => void): void {
  if (openHere().length > 0 && !(history.state as Standing)?.isLeft) history.back()
  else onClose()
}
