import { type RefObject, useEffect } from 'react'

/**
 * A press on the host's page takes the focus into its frame, where our keys (Escape among them) are not heard: it comes
 * back to `stage` at once. Who goes there by tab wants to use the host's own controls, and stays.
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
