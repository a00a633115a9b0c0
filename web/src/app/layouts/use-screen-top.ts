import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Signed out, a new screen is seen from its top; where one returns to, the browser knows. The focus stays free for its form. */
export function useScreenTop(): void {
  const { pathname } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path identifies the screen.
  useLayoutEffect(() => {
    if (!isReturn) scrollTo(0, 0)
  }, [pathname])
}
