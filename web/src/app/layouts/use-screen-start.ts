import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

type Place = { y: number; link: string | null }

/**
 * Where each screen was left, by its key in the browser's history: scroll position, and the link that had the
 * focus.
 */
const places = new Map<string, Place>()

/**
 * A new screen takes the focus, so that it is read from its start; one that is returned to is restored as it
 * was left.
 */
export function useScreenStart(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { key, pathname } = useLocation()
  const isReturn = useNavigationType() === 'POP'

  // The browser's own scroll restoration would act on the screen that is still there.
  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])

  // Stored under the next screen's key before the browser reports that screen's scrolling.
  useLayoutEffect(() => {
    const note = () => {
      const link = document.activeElement?.closest('a')?.getAttribute('href') ?? null
      places.set(key, { y: scrollY, link })
    }
    if (!places.has(key)) note()
    addEventListener('scroll', note, { passive: true })
    addEventListener('focusin', note)
    return () => {
      removeEventListener('scroll', note)
      removeEventListener('focusin', note)
    }
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path identifies the screen.
  useEffect(() => {
    const left = isReturn ? places.get(key) : undefined
    // Measured in the next frame, which lays the screen out anyway; now, it would be laid out twice.
    const frame = requestAnimationFrame(() => {
      const link =
        left?.link && main.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(left.link)}"]`)
      const target = link || main.current
      target?.focus({ preventScroll: true })
      scrollTo(0, left?.y ?? 0)
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])

  return main
}
