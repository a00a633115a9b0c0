import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { loadTexts } from '../../lib/i18n.ts'
import { loadAgain } from '../../lib/load-again.ts'
import { type Confirmed, onProofDue } from '../../lib/proof.ts'
import { later } from '../../ui/when-opened.tsx'

const ProofModal = later(async () => (await import('./proof-modal.tsx')).ProofModal)

type Asked = { confirmed: Confirmed | null; answer(isProven: boolean): void }

/** Asks for a proof that the account is one's own, over whatever screen or dialog needs it. */
export function ProofDialog() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { pathname } = useLocation()

  useEffect(
    () =>
      onProofDue(async (confirmed) => {
        await loadAgain(() => loadTexts('people-security', 'sign-in'))
        return new Promise((answer) => setAsked({ confirmed, answer }))
      }),
    [],
  )

  function end(isProven: boolean) {
    asked?.answer(isProven)
    setAsked(null)
  }

  // Whoever leaves the screen no longer wants what it was about to do.
  const leave = useEffectEvent((_from: string) => end(false))
  useEffect(() => () => leave(pathname), [pathname])

  return (
    <Suspense fallback={null}>
      {asked && (
        <ProofModal confirmed={asked.confirmed} onProven={() => end(true)} onClose={() => end(false)} />
      )}
    </Suspense>
  )
}
