/** Whether the decision of a dialog would be refused, as its preview of the ledger's lines has found: then it is not offered. */
import { createContext, useContext, useEffect } from 'react'

export const Refused = createContext<{ isRefused: boolean; tell(isRefused: boolean): void }>({
  isRefused: false,
  tell: () => undefined,
})

export const useIsRefused = () => useContext(Refused).isRefused

/** Tells the dialog around it. */
export function useTellRefused(isRefused: boolean) {
  const { tell } = useContext(Refused)
  useEffect(() => {
    tell(isRefused)
    return () => tell(false)
  }, [tell, isRefused])
}
