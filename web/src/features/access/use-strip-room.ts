import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps room for the strip below the screens' content (`--dock` in styles/tokens.css) while it is shown, as high as it
 * is: large text makes it higher.
 */
export function useStripRoom(strip: RefObject<HTMLElement | null>, isShown = true): void {
  useLayoutEffect(() => {
    const element = strip.current
    if (!isShown || !element) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() =>
      style.setProperty('--strip', `calc(${element.offsetHeight}px + var(--gap))`),
    )
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty('--strip')
    }
  }, [strip, isShown])
}
