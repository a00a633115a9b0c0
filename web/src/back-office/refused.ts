/**
 * What the preview of the ledger's lines has found of the decision of a dialog. It is offered once its lines are known, and not where
 * it would be refused.
 */
import { createContext, useContext, useEffect } from 'react'

export type Outlook = 'unknown' | 'known' | 'refused'

export const PreviewOutlook = createContext<{ outlook: Outlook; tell(outlook: Outlook): void }>({
  outlook: 'known',
  tell: () => undefined,
})

export const useIsRefused = () => useContext(PreviewOutlook).outlook === 'refused'

/** Tells the dialog around it. */
export function useTell(outlook: Outlook) {
  const { tell } = useContext(PreviewOutlook)
  useEffect(() => {
    tell(outlook)
    return () => tell('known')
  }, [tell, outlook])
}
