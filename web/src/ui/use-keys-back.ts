import { type RefObject, useEffect } from 'react'

/**
 * A click on the host's page moves the focus into its frame, where our shortcuts (Escape among them) are not
 * heard, so it is moved back to `stage` at once. Keyboard users who tab into the frame want the host's own
 * controls, and stay there.
 */
export function useKeysBack(
  frame: RefObject<HTMLIFrameElement | null>,
  stage: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    let isTabbing = false
    const press = ({ key, type }: KeyboardEvent) => {
      isTabbing = key === 'Tab' && type === 'keydown'
    }
    const left = () => {
      const byTab = isTabbing
      isTabbing = false
      if (byTab) return
      setTimeout(() => {
        if (document.activeElement === frame.current) stage.current?.focus({ preventScroll: true })
      })
    }
    document.addEventListener('keydown', press, true)
    document.addEventListener('keyup', press, true)
    addEventListener('blur', left)
    return () => {
      document.removeEventListener('keydown', press, true)
      document.removeEventListener('keyup', press, true)
      removeEventListener('blur', left)
    }
  }, [frame, stage])
}
